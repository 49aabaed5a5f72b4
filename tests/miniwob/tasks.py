"""What each utterance asks for, as the arguments of one `form_fill`."""
import re

ITEM = re.compile(r'"([^"]*)"')


def quoted(said):
    return ITEM.findall(said)


def between(said, before, after):
    found = re.fullmatch(f"{before}(.*?){after}", said)
    assert found, said
    return found[1]


def text(said, _):
    return {"tt": quoted(said)[0]}, "Submit"


def cased(said, _):
    word = quoted(said)[0]
    return {"tt": word.upper() if "upper case" in said else word.lower()}, "Submit"


def password(said, _):
    word = quoted(said)[0]
    return {"Password": word, "Verify password": word}, "Submit"


def date_box(said, _):
    month, day, year = between(said, "Enter ", " as the date and hit submit\\.").split("/")
    return {"tt": f"{year}-{month}-{day}"}, "Submit"


def time_box(said, _):
    return {"tt": between(said, "Enter ", " as the time and press submit\\.")}, "Submit"


def one_of_list(said, _):
    return {"options": between(said, "Select ", " from the list and click Submit\\.")}, "Submit"


def some_of_list(said, _):
    return {"options": between(said, "Select ", " from the scroll list and click Submit\\.").split(", ")}, "Submit"


def radio(said, _):
    return {"radio": between(said, "Select ", " and click Submit\\.")}, "Submit"


def boxes(said, _):
    names = between(said, "Select ", " and click Submit\\.")
    return {} if names == "nothing" else {name: True for name in names.split(", ")}, "Submit"


def login(button):
    def fill(said, _):
        user, word = quoted(said)
        return {"Username": user, "Password": word}, button

    return fill


NTH = {"1st": "1", "2nd": "2", "3rd": "3"}


def slider_and_box(said, _):
    number, which = re.fullmatch(r"Select (\S+) with the slider, click the (\S+) checkbox, then hit Submit\.", said).groups()
    return {"slider": int(number), f"checkbox-{NTH[which]}": True}, "Submit"


def radio_and_text(said, _):
    which, box = re.fullmatch(r'Check the (\S+) radio button and enter the number "[^"]*" into the (\S+) textbox\.', said).groups()
    return {"radio": NTH[which], f"input-{NTH[box]}": quoted(said)[0]}, "Submit"


def list_and_button(said, _):
    return {"dropdown": between(said, "Choose ", ' from the dropdown, then click the button labeled "\\w+"\\.')}, quoted(said)[0]


def calendar(said, _):
    month, day, year = between(said, "Select ", " as the date and hit submit\\.").split("/")
    return {"Date": f"{year}-{month}-{day}"}, "Submit"


def country(said, known):
    first, *last = quoted(said)
    fits = [name for name in known if name.startswith(first) and name.endswith(last[0] if last else "")]
    return {"Tags": fits[0]}, "Submit"


def spinner(said, _):
    return {"Select a value": int(between(said, "Select ", " with the spinner and hit Submit\\."))}, "Submit"


def slider(said, _):
    return {"slider": int(between(said, "Select ", " with the slider and hit Submit\\."))}, "Submit"


# The utterance and the names of all countries in; fields and the button that ends the task out.
TASKS = {
    "enter-text": text,
    "enter-text-dynamic": text,
    "enter-text-2": cased,
    "enter-password": password,
    "enter-date": date_box,
    "enter-time": time_box,
    "choose-list": one_of_list,
    "click-scroll-list": some_of_list,
    "click-option": radio,
    "click-checkboxes": boxes,
    "click-checkboxes-large": boxes,
    "click-checkboxes-transfer": boxes,
    "login-user": login("Login"),
    "login-user-popup": login("OK"),
    "form-sequence": slider_and_box,
    "form-sequence-2": radio_and_text,
    "form-sequence-3": list_and_button,
    "choose-date": calendar,
    "choose-date-easy": calendar,
    "choose-date-medium": calendar,
    "choose-date-nodelay": calendar,
    "use-autocomplete": country,
    "use-autocomplete-nodelay": country,
    "use-spinner": spinner,
    "use-slider": slider,
}

# What is not done in every episode yet, and why. Only that nothing is said to be done which is not is asked of these.
BEYOND = {}
