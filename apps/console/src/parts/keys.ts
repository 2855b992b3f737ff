import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** A shortcut of the page: `key` is a letter, `/`, `?`, Enter, Escape, a digit, `g w` for one after the other, or `Ctrl k`. */
export interface Shortcut {
  readonly key: string
  /** What it does, for the bar below and the help; one without words is known everywhere. */
  readonly label?: string
  readonly run: () => void
}

/** The shortcuts in force, those of the newest part last. */
export const useShortcuts = create<{ layers: readonly (readonly Shortcut[])[] }>(() => ({ layers: [] }))

/** Shortcuts while a part is shown; those of the part that came last win. */
export function useKeys(shortcuts: readonly Shortcut[], isOn = true) {
  const newest = useRef(shortcuts)
  newest.current = shortcuts
  const names = isOn ? shortcuts.map(({ key, label }) => `${key}\t${label ?? ''}`).join('\n') : ''
  useEffect(() => {
    if (names === '') return
    const layer = names.split('\n').map((line): Shortcut => {
      const [key = '', label = ''] = line.split('\t')
      return { key, ...(label && { label }), run: () => newest.current.find((one) => one.key === key)?.run() }
    })
    useShortcuts.setState(({ layers }) => ({ layers: [...layers, layer] }))
    return () => useShortcuts.setState(({ layers }) => ({ layers: layers.filter((one) => one !== layer) }))
  }, [names])
}

/** A first key waits this long for its second one. */
const sequenceMs = 1_200
let first: { readonly key: string; readonly at: number } | null = null

/** Takes key presses for the shortcuts, once. Where text is written, and in dialogs, only what these do themselves counts. */
export function listenForKeys() {
  addEventListener('keydown', (event) => {
    if (isFind(event) && document.querySelector('dialog[open]') === null) {
      event.preventDefault()
      find('Ctrl k')?.run()
      return
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (document.querySelector('dialog[open]') !== null) return
    if (isTyping(event.target)) {
      // Out of the field; what it belongs to stays open.
      if (event.key === 'Escape') event.target.blur()
      return
    }
    const key = nameOf(event)
    const sequence = first !== null && event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : null
    first = null
    const found = (sequence !== null && find(sequence)) || find(key)
    if (found) {
      event.preventDefault()
      found.run()
    } else if (all().some((shortcut) => shortcut.key.startsWith(`${key} `))) {
      first = { key, at: event.timeStamp }
    }
  })
}

/** Ctrl K or ⌘ K: also where text is written. */
const isFind = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && nameOf(event) === 'k'

const all = (): readonly Shortcut[] => useShortcuts.getState().layers.flat()
const find = (key: string): Shortcut | undefined => all().findLast((shortcut) => shortcut.key === key)

/** The letter that stands on the key: with a Korean keyboard the text of the event would be a Korean one. */
function nameOf({ key, code, shiftKey }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return letter.toLowerCase()
  if (code === 'Slash') return shiftKey || key === '?' ? '?' : '/'
  return key
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
}
