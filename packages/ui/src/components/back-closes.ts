import { useEffect, useRef } from 'react'

interface Entry {
  readonly name: string
  readonly href: string
  readonly close: () => void
}

/** What is open and has an entry of the history, the newest last. */
const entries: Entry[] = []
let count = 0
/** The page itself goes back over an entry of what was closed otherwise; whether the page below it is another one, which the router must hear of. */
let leaving: 'heard' | 'unheard' | null = null

/**
 * Gives what is open an entry of the history, so that going back closes it instead of leaving the page. Closed otherwise, it takes its
 * entry with it; where a link was followed meanwhile, the entry is skipped on the way back. Nothing else hears of these steps: the
 * address is the same before and after them. Without `onClose` there is no entry: what must be answered stays.
 */
export function useBackCloses(isOpen: boolean, onClose: (() => void) | undefined): void {
  const latest = useRef(onClose)
  latest.current = onClose
  const canClose = onClose !== undefined
  useEffect(() => {
    if (!isOpen || !canClose) return
    if (count === 0) addEventListener('popstate', onPop, { capture: true })
    count += 1
    const name = `${performance.timeOrigin} ${count}`
    const entry = { name, href: location.href, close: () => latest.current?.() }
    entries.push(entry)
    history.pushState({ ...history.state, open: name }, '')
    return () => {
      const at = entries.indexOf(entry)
      if (at === -1) return
      entries.splice(at, 1)
      // After whatever the same tap does: a link that closes a menu has put its page on top by then.
      setTimeout(() => {
        if (nameOf(history.state) === name) leave('unheard')
      })
    }
  }, [isOpen, canClose])
}

function onPop(event: PopStateEvent): void {
  const name = nameOf(event.state)
  const isOver = name !== undefined && !entries.some((entry) => entry.name === name)
  const newest = entries.at(-1)
  if (leaving === null && newest !== undefined && newest.name !== name && newest.href === location.href) {
    event.stopImmediatePropagation()
    entries.pop()
    newest.close()
    if (isOver) leave('unheard')
  } else if (isOver) {
    event.stopImmediatePropagation()
    leave(leaving ?? 'heard')
  } else if (leaving !== null) {
    if (leaving === 'unheard') event.stopImmediatePropagation()
    leaving = null
  }
}

function leave(how: 'heard' | 'unheard'): void {
  leaving = how
  history.back()
}

const nameOf = (state: unknown): string | undefined => (state as { open?: string } | null)?.open
