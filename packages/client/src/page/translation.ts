// A browser that translates a page puts elements of its own (`font`) in the place of text nodes. React holds on to the nodes
// that stand beside others: it writes into one that is gone, so that a figure stands still, and throws where it removes it or
// inserts before it, which ends the page. Here its nodes come back, or what stands for them takes their part.

/** What took the place of a text node. */
const replacements = new WeakMap<Node, ChildNode>()
/** The text node that an element of a translation took the place of. */
const originals = new WeakMap<Node, Node>()

let observer: MutationObserver | undefined

/** From here on the page may be translated. To be called once, before anything is rendered. */
export function surviveTranslation(): void {
  observer = new MutationObserver((records) => records.forEach(remember))
  observer.observe(document, { childList: true, subtree: true })
  const { removeChild, insertBefore, appendChild } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, placeOf(child, this) ?? child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    vacate(node)
    return insertBefore.call(this, node, before && (placeOf(before, this) ?? before)) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    vacate(node)
    return appendChild.call(this, node) as T
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      const replacement = replacementOf(this)
      if (replacement?.isConnected && this instanceof Text) replacement.replaceWith(this)
      nodeValue.set!.call(this, text)
    },
  })
}

/** What took the place of a text that is not on the page; a change of just now counts. */
function replacementOf(node: Node): ChildNode | undefined {
  if (node.isConnected || !(node instanceof Text)) return undefined
  observer?.takeRecords().forEach(remember)
  return replacements.get(node)
}

/** A text that is put elsewhere leaves nothing of its translation behind. */
function vacate(node: Node): void {
  if (!(node instanceof Text)) return
  replacementOf(node)?.remove()
  let around = node.parentElement
  if (around?.nodeName !== 'FONT') return
  while (around.parentElement?.nodeName === 'FONT') around = around.parentElement
  around.replaceWith(node)
}

/** What stands for a node among the children of `parent`: its replacement, or the element into which it was put. */
function placeOf(node: Node, parent: Node): Node | undefined {
  if (node.parentNode === parent) return undefined
  let place: Node | null = replacementOf(node) ?? node
  while (place !== null && place.parentNode !== parent) place = place.parentNode
  return place ?? undefined
}

function remember({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  for (const removed of removedNodes) {
    const original = originals.get(removed) ?? removed
    if (!(original instanceof Text) || original.isConnected) continue
    const near = [...addedNodes, previousSibling, nextSibling]
    // A translation that is taken back, or done again, may put any node in the place of its own.
    const replacement = near.find((node) =>
      removed === original ? isFree(node) : [...addedNodes].includes(node as Node),
    )
    if (!replacement) continue
    replacements.set(original, replacement as ChildNode)
    originals.set(replacement, original)
  }
}

/** An element of a translation that stands for no other text yet. */
const isFree = (node: Node | null) => node?.nodeName === 'FONT' && !originals.has(node)
