import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type ToastTone = 'ok' | 'warn' | 'error' | 'info'
export interface ToastContent {
  title: string
  text?: string
  tone?: ToastTone
  /** How long it stays: 2 s unless told, messages 10 s. */
  durationMs?: number
  /** At the lower right, above the tabs, instead of under the header: what the market did to one's orders. */
  corner?: boolean
  action?: { label: string; run: () => void }
}
type Shown = ToastContent & { id: number }

let shown: Shown | null = null
/** Kept when it goes, so that it fades with its words and where it stood. */
let lastShown: Shown | null = null
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a toast under the header; a newer one takes the place of the older. */
export function toast(content: ToastContent) {
  lastId += 1
  change({ ...content, id: lastId })
  clearTimeout(timer)
  timer = setTimeout(dismissToast, content.durationMs ?? 2000)
}

export function dismissToast() {
  clearTimeout(timer)
  change(null)
}

function change(next: Shown | null) {
  shown = next
  lastShown = next ?? lastShown
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const icons: Record<ToastTone, IconName> = { ok: 'check', warn: 'warn', error: 'info', info: 'bell' }

/** Where toasts appear: once, at the root of the page. */
export function Toaster() {
  const current = useSyncExternalStore(subscribe, () => shown)
  const drawn = useSyncExternalStore(subscribe, () => lastShown)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // Shown anew each time, so that it lies above a dialog that was opened meanwhile.
    if (element.matches(':popover-open')) element.hidePopover()
    if (current) element.showPopover()
  }, [current])
  const tone = drawn?.tone ?? 'ok'
  return (
    <>
      <div ref={ref} popover="manual" className={`toast is-${tone}${drawn?.corner ? ' at-corner' : ''}`}>
        {drawn && (
          <>
            <Icon name={icons[tone]} />
            <div className="tx" aria-hidden="true">
              <b>{drawn.title}</b>
              {drawn.text && <span>{drawn.text}</span>}
            </div>
            {drawn.action && (
              <button
                type="button"
                className="btn btn-s"
                onClick={() => {
                  drawn.action?.run()
                  dismissToast()
                }}
              >
                {drawn.action.label}
              </button>
            )}
          </>
        )}
      </div>
      <div
        className="sr"
        role={tone === 'error' ? 'alert' : 'status'}
        aria-live={tone === 'error' ? 'assertive' : 'polite'}
      >
        {current && `${current.title} ${current.text ?? ''}`}
      </div>
    </>
  )
}
