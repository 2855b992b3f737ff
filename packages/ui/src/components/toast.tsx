import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { createToastStack, type ShownToast, type ToastContent, type ToastTone } from './toast-stack.ts'

const stack = createToastStack()

/** Shows a toast above those that stand: under the header, or at the lower right of a wide screen. */
export const toast = (content: ToastContent): void => stack.show(content)

const icons: Record<ToastTone, IconName> = { ok: 'check', warn: 'warn', error: 'info', info: 'bell' }

/** Where toasts appear: once, at the root of the page. */
export function Toaster() {
  const shown = useSyncExternalStore(stack.subscribe, stack.shown)
  const ref = useRef<HTMLDivElement>(null)
  const newest = shown.find(({ isLeaving }) => !isLeaving)
  const newestId = newest?.id
  const isEmpty = shown.length === 0
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const isOpen = element.matches(':popover-open')
    // Anew with each toast, so that it lies above a dialog that was opened meanwhile.
    if (isOpen && (isEmpty || newestId !== undefined)) element.hidePopover()
    if (!isEmpty && !element.matches(':popover-open')) element.showPopover()
  }, [newestId, isEmpty])
  const tone = newest?.tone ?? 'ok'
  return (
    <>
      <div ref={ref} popover="manual" className="toasts">
        {shown.map((one) => (
          <Toast key={one.id} {...one} />
        ))}
      </div>
      <div
        className="sr"
        role={tone === 'error' ? 'alert' : 'status'}
        aria-live={tone === 'error' ? 'assertive' : 'polite'}
      >
        {newest && `${newest.title} ${newest.text ?? ''}`}
      </div>
    </>
  )
}

function Toast({ id, title, text, tone = 'ok', action, isLeaving }: ShownToast) {
  return (
    <div className={`toast is-${tone}${isLeaving ? ' is-leaving' : ''}`}>
      <Icon name={icons[tone]} />
      <div className="tx" aria-hidden="true">
        <b>{title}</b>
        {text && <span>{text}</span>}
      </div>
      {action && (
        <button
          type="button"
          className="btn btn-s"
          onClick={() => {
            action.run()
            stack.dismiss(id)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
