/** How a translation puts its elements in the place of a text. */
type Way = (text: Text, font: HTMLElement) => void

/** The ways that are known: the text goes, or goes into the element, at once or after it. */
export const ways: Readonly<Record<string, Way>> = {
  'replaces the text': (text, font) => {
    font.firstElementChild!.textContent = text.data
    text.replaceWith(font)
  },
  'stands before the text, which is removed then': (text, font) => {
    font.firstElementChild!.textContent = text.data
    text.before(font)
    text.remove()
  },
  'takes the text in': (text, font) => {
    text.replaceWith(font)
    font.firstElementChild!.append(text)
  },
}

/** Translates the page as a browser does, and whatever comes into it; the reply ends that. */
export function translatePage(way: Way): () => void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (
        node instanceof Text &&
        node.data.trim() !== '' &&
        !node.parentElement?.closest('font, style, script, textarea')
      )
        texts.push(node)
    for (const text of texts) {
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      way(text, font)
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of target instanceof Text ? [target] : addedNodes) if (node.isConnected) translate(node)
  })
  translate(document.body)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
