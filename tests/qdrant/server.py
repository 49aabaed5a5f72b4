"""Qdrant's own Python engine behind Qdrant's own gRPC: what the suite of the memory runs against besides the double.

    python tests/qdrant/server.py        prints "listening on 127.0.0.1:PORT" and serves until standard input ends

The engine is the local mode of Qdrant's Python client, held in memory. Nothing here knows tokens: those are the double's.
"""

import sys
import threading
from concurrent import futures

import grpc
from qdrant_client import QdrantClient, grpc as q
from qdrant_client.conversions.conversion import GrpcToRest, RestToGrpc
from qdrant_client.grpc import collections_service_pb2_grpc as collections_grpc
from qdrant_client.grpc import points_service_pb2_grpc as points_grpc
from qdrant_client.http import models

LOCAL = QdrantClient(":memory:")
# The engine is not made for several callers at once.
LOCK = threading.Lock()
# Local mode drops how a collection was asked for; the server tells it.
MADE, INDEXES = {}, {}
DONE = q.PointsOperationResponse(result=q.UpdateResult(operation_id=0, status=q.UpdateStatus.Completed))


def answered(method):
    def call(self, request, context):
        with LOCK:
            try:
                return method(self, request, context)
            except ValueError as error:
                text = str(error)
                missing = "not found" in text
                code = grpc.StatusCode.NOT_FOUND if missing else grpc.StatusCode.INVALID_ARGUMENT
                context.abort(code, text)

    return call


def payload_of(request):
    if not request.HasField("with_payload"):
        return False
    return GrpcToRest.convert_with_payload_interface(request.with_payload)


def told(convert, points):
    """The points as they go out. One whose payload was not asked for has an empty one, as Qdrant itself answers."""
    for point in points:
        point.payload = point.payload or {}
    return [convert(point) for point in points]


def filter_of(request):
    return GrpcToRest.convert_filter(request.filter) if request.HasField("filter") else None


NO_INFERENCE = "InferenceService URL not configured"


def ask(request, context):
    if request.query.nearest.HasField("document"):
        context.abort(grpc.StatusCode.INTERNAL, NO_INFERENCE)
    asked = GrpcToRest.convert_query_points(request)
    found = LOCAL.query_points(
        request.collection_name,
        query=asked.query,
        prefetch=asked.prefetch,
        query_filter=asked.filter,
        limit=asked.limit or 10,
        with_payload=asked.with_payload or False,
    )
    return told(RestToGrpc.convert_scored_point, found.points)


class Points(points_grpc.PointsServicer):
    @answered
    def Upsert(self, request, context):
        if any(point.vectors.vector.HasField("document") for point in request.points):
            context.abort(grpc.StatusCode.INTERNAL, NO_INFERENCE)
        LOCAL.upsert(request.collection_name, [GrpcToRest.convert_point_struct(point) for point in request.points])
        return DONE

    @answered
    def Delete(self, request, context):
        LOCAL.delete(request.collection_name, GrpcToRest.convert_points_selector(request.points))
        return DONE

    @answered
    def Get(self, request, context):
        ids = [GrpcToRest.convert_point_id(one) for one in request.ids]
        found = LOCAL.retrieve(request.collection_name, ids, with_payload=payload_of(request))
        return q.GetResponse(result=told(RestToGrpc.convert_record, found))

    @answered
    def Scroll(self, request, context):
        offset = GrpcToRest.convert_point_id(request.offset) if request.HasField("offset") else None
        found, following = LOCAL.scroll(
            request.collection_name,
            scroll_filter=filter_of(request),
            limit=request.limit or 10,
            offset=offset,
            with_payload=payload_of(request),
        )
        answer = q.ScrollResponse(result=told(RestToGrpc.convert_record, found))
        if following is not None:
            answer.next_page_offset.CopyFrom(RestToGrpc.convert_extended_point_id(following))
        return answer

    @answered
    def Count(self, request, context):
        counted = LOCAL.count(request.collection_name, count_filter=filter_of(request))
        return q.CountResponse(result=q.CountResult(count=counted.count))

    @answered
    def Query(self, request, context):
        return q.QueryResponse(result=ask(request, context))

    @answered
    def QueryBatch(self, request, context):
        return q.QueryBatchResponse(result=[q.BatchResult(result=ask(one, context)) for one in request.query_points])

    @answered
    def CreateFieldIndex(self, request, context):
        LOCAL.get_collection(request.collection_name)
        info = q.PayloadSchemaInfo(data_type=q.PayloadSchemaType.Keyword)
        info.params.CopyFrom(request.field_index_params)
        INDEXES[request.collection_name][request.field_name] = info
        return DONE


class Collections(collections_grpc.CollectionsServicer):
    @answered
    def Get(self, request, context):
        name = request.collection_name
        LOCAL.get_collection(name)
        info = q.CollectionInfo(status=q.CollectionStatus.Green, payload_schema=INDEXES[name])
        info.config.params.vectors_config.CopyFrom(MADE[name].vectors_config)
        info.config.hnsw_config.CopyFrom(MADE[name].hnsw_config)
        return q.GetCollectionInfoResponse(result=info)

    @answered
    def Create(self, request, context):
        name = request.collection_name
        params = request.vectors_config.params
        LOCAL.create_collection(name, models.VectorParams(size=params.size, distance=models.Distance.COSINE))
        MADE[name], INDEXES[name] = request, {}
        return q.CollectionOperationResponse(result=True)

    @answered
    def Delete(self, request, context):
        return q.CollectionOperationResponse(result=LOCAL.delete_collection(request.collection_name))


def main():
    server = grpc.server(futures.ThreadPoolExecutor(4))
    points_grpc.add_PointsServicer_to_server(Points(), server)
    collections_grpc.add_CollectionsServicer_to_server(Collections(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(f"listening on 127.0.0.1:{port}", flush=True)
    sys.stdin.read()
    server.stop(0)


if __name__ == "__main__":
    main()
