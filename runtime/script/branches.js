// A tree that stands in the page and whose branches and leaves can be ticked. One that only leads somewhere asks nothing.

const trees = new WeakSet(); // those that were told as controls
const MOST_TREE_NODES = 3000;

const nodesOf = (tree) => [...findAll(tree, '[role=treeitem i]')].filter((it) => closest(it, '[role=tree i]') === tree && shown(it)).slice(0, MOST_TREE_NODES);
const isTree = (element) =>
  roleOf(element) === 'tree' &&
  find(element, '[role=treeitem i][aria-checked]') !== null &&
  find(element, CONTROL) === null &&
  shown(element) &&
  closest(element, '[role=combobox i],[role=listbox i]') === null &&
  find(rootOf(element), `[role=combobox i][aria-controls~="${CSS.escape(attr(element, 'id') || '-')}"],[aria-haspopup][aria-controls~="${CSS.escape(attr(element, 'id') || '-')}"]`) === null;

const INNER_NODES = { controls: true, skip: (it) => roleOf(it) === 'group' || roleOf(it) === 'treeitem' };
const nameOfNode = (node) => ariaName(node) || textOf(node, INNER_NODES) || fold(attr(node, 'title'));

// What a node stands in: the one around it, the one before its group, or the last of a lower level.
const branchOf = (node, before) => {
  const parent = flatParent(node);
  const around = parent === null ? null : closest(parent, '[role=treeitem i]');
  if (around !== null) return around;
  const group = parent === null ? null : closest(parent, '[role=group i]');
  const over = group === null ? null : previousElement(group);
  if (over !== null && roleOf(over) === 'treeitem') return over;
  const level = +attr(node, 'aria-level');
  return level > 1 ? (before.findLast((it) => +attr(it, 'aria-level') < level) ?? null) : null;
};

// What stands in a row before its words and has none itself.
const glyphsOf = (node) => {
  const found = [];
  for (const it of findAll(node, '*')) {
    if (closest(it, '[role=treeitem i]') !== node || closest(it, '[role=group i]') !== closest(node, '[role=group i]')) continue;
    const box = rectOf(it);
    if (firstElement(it) === null && !/[\p{L}\p{N}]/u.test(textContent(it)) && shown(it) && box.width > 4 && box.width < 48 && getComputedStyle(it).cursor === 'pointer') found.push(it);
  }
  return found;
};
const wordsOfNode = (node, name, opener) => {
  // What opens and shuts a branch stands before its box.
  const boxes = glyphsOf(node).filter((it) => opener === null || (it !== opener && !contains(opener, it)));
  const shuts = opener === null && attr(node, 'aria-expanded') !== '' ? 1 : 0;
  if (boxes.length === 1 + shuts) return boxes[shuts];
  let told = null;
  for (const it of findAll(node, '*')) if (closest(it, '[role=treeitem i]') === node && roleOf(it) !== 'group' && fold(textContent(it)) === name && shown(it) && rectOf(it).width > 1) told = it;
  // In its middle there may be another node.
  return told ?? (find(node, '[role=treeitem i]') === null ? node : null);
};

const tree = ({ element: number }) => {
  const element = elementOf(number);
  const told = [];
  const paths = new Map();
  const nodes = element === null ? [] : nodesOf(element);
  nodes.forEach((node, i) => {
    const name = nameOfNode(node);
    if (name === '') return;
    const branch = branchOf(node, nodes.slice(0, i));
    const path = [...(paths.get(branch) ?? []), name];
    paths.set(node, path);
    const expanded = attribute(node, 'aria-expanded');
    const opener = openerIn(node);
    const words = wordsOfNode(node, name, opener);
    told.push({
      element: numberOf(node),
      path,
      checked: attr(node, 'aria-checked'),
      open: expanded === null || expanded === 'undefined' ? null : expanded === 'true',
      words: words === null ? null : numberOf(words),
      opener: opener === null ? null : numberOf(opener),
      disabled: attr(node, 'aria-disabled') === 'true',
    });
  });
  return { nodes: told };
};

// What is ticked, a path each. Of a branch that is shut and ticked in part it is not known what.
const tickedIn = (element) => {
  const { nodes } = tree({ element: numberOf(element) });
  const texts = [];
  for (const node of nodes) {
    const text = node.path.join(' > ');
    if (node.checked === 'mixed' && node.open === false) texts.push(`${text} > …`);
    if (node.checked !== 'true') continue;
    const below = nodes.filter((it) => it.path.length === node.path.length + 1 && node.path.every((part, i) => part === it.path[i]));
    texts.push(below.every((it) => it.checked === 'true') ? text : `${text} (alone)`);
  }
  return texts.join('; ');
};
