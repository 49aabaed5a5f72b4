// What comes with a change that a hand makes: the events of the key that ends a text, of the pointer that lets go of a
// slider or of an option. Many a page takes the value only there, be it by a listener far up. As they are not trusted,
// what only heeds trusted events is reached by the ways that send real ones.

const keyEvent = (element, type, key) => dispatch(element, new KeyboardEvent(type, { key, bubbles: true, cancelable: true, composed: true }));

// The last key of a text; none for a text that ends in nothing but line breaks, which may send a form.
const lastKey = (text) => (text === '' ? 'Backspace' : ([...text.trimEnd()].pop() ?? ''));

// Makes a change between the two events of its last key. `act` is not called if the page does not want that key.
const withKey = (element, text, act) => {
  const key = lastKey(text);
  if (key === '') return act();
  if (!keyEvent(element, 'keydown', key)) return 'unsupported';
  const told = act();
  if (isConnected(element)) keyEvent(element, 'keyup', key);
  return told;
};

const pointer = (element, types) => {
  const { x, y, width, height } = rectOf(element);
  const about = { bubbles: true, cancelable: true, composed: true, view: globalThis, detail: 1, clientX: x + width / 2, clientY: y + height / 2 };
  for (const type of types) {
    const event = type.startsWith('pointer') ? new PointerEvent(type, { ...about, detail: 0, pointerId: 1, pointerType: 'mouse', isPrimary: true }) : new MouseEvent(type, about);
    dispatch(element, event);
  }
};
// Without the `mousedown`, upon which the browser itself begins to drag or to select.
const pressedOn = (element) => pointer(element, ['pointerdown']);
const letGoOf = (element) => pointer(element, ['pointerup', 'mouseup']);
