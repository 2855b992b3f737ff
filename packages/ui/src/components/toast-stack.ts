export type ToastTone = 'ok' | 'warn' | 'error' | 'info'
export interface ToastContent {
  title: string
  text?: string
  tone?: ToastTone
  /** How long it stays: 2 s unless told. */
  durationMs?: number
  /** Stays its whole time, whatever comes after it: a message, which is read. */
  mustStay?: boolean
  /** What it tells of: it takes the place of an older one about the same. */
  about?: string
  action?: { label: string; run: () => void }
}
export interface ShownToast extends ToastContent {
  readonly id: number
  /** It fades, with its words and where it stood. */
  readonly isLeaving: boolean
}

/** More at once nobody reads. */
const most = 3
/** Of those that must stay, so that there is always a place for what has just happened. */
const mostStaying = 2
const shortMs = 2_000
/** As long as the fade of css/overlay.css at least. */
const leaveMs = 200

/** The toasts on the screen, newest first, and those that wait for a place. */
export function createToastStack() {
  let shown: readonly ShownToast[] = []
  let waiting: readonly ToastContent[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly ShownToast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const standing = () => shown.filter(({ isLeaving }) => !isLeaving)
  const staying = () => standing().filter(({ mustStay }) => mustStay).length

  const place = (content: ToastContent) => {
    const id = ++lastId
    change([{ ...content, id, isLeaving: false }, ...shown])
    setTimeout(() => dismiss(id), content.durationMs ?? shortMs)
  }
  const dismiss = (id: number) => {
    if (!standing().some((toast) => toast.id === id)) return
    change(shown.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
    setTimeout(() => change(shown.filter((toast) => toast.id !== id)), leaveMs)
    const [next, ...others] = waiting
    if (!next || staying() >= mostStaying) return
    waiting = others
    show(next)
  }
  /** Shows a toast at once; one that must stay waits for a place where two such stand. */
  const show = (content: ToastContent) => {
    if (content.about !== undefined) change(shown.filter(({ about }) => about !== content.about))
    if (content.mustStay && staying() >= mostStaying) {
      waiting = [...waiting, content]
      return
    }
    // The oldest of those that need not stay gives way.
    if (standing().length >= most) dismiss(standing().findLast(({ mustStay }) => !mustStay)!.id)
    place(content)
  }

  return {
    show,
    dismiss,
    shown: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
