import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'
import { areTouchesHeld, holdTouches, watchFingers } from './gesture.ts'

export interface ModalProps {
  open: boolean
  title: ReactNode
  /** Esc, a tap beside it, the back gesture. Left out: only what stands inside can close it. */
  onClose?: () => void
  children: ReactNode
  className?: string
}

/** Choices, from below. */
export const Sheet = (props: ModalProps) => <Modal kind="sheet" {...props} />
/** Instruments and menus, 256 px from the left. */
export const Drawer = (props: ModalProps) => <Modal kind="drawer" {...props} />
/** What must be read, 384 px. */
export const Dialog = (props: ModalProps) => <Modal kind="dialog" {...props} />

function Modal({
  kind,
  open,
  title,
  onClose,
  children,
  className,
}: ModalProps & { kind: 'sheet' | 'drawer' | 'dialog' }) {
  const ref = useRef<HTMLDialogElement>(null)
  const height = useRef<number | undefined>(undefined)
  const isPressedBeside = useRef(false)
  const titleId = useId()
  // What stands inside goes at once; the box keeps its height while it fades, instead of falling in on its title.
  if (open) height.current = undefined
  else if (ref.current?.open) height.current = ref.current.offsetHeight
  useEffect(watchFingers, [])
  // A dialog asks something: its buttons answer.
  useBackCloses(open && kind !== 'dialog', onClose)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || open === dialog.open) return
    if (open) dialog.showModal()
    else dialog.close()
    holdTouches()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key of the tap beside the dialog (onCancel).
    <dialog
      ref={ref}
      className={className ? `modal ${kind} ${className}` : `modal ${kind}`}
      style={{ minHeight: height.current }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The owner decides: the element follows `open`.
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // The event comes late: what it tells of may have been opened again, with something else to say.
        if (!open || ref.current?.open) return
        if (onClose) onClose()
        // A browser closes on a second Esc without asking; what must be read stays.
        else ref.current?.showModal()
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = !areTouchesHeld() && isBeside(event, ref.current)
      }}
      onClick={(event) => {
        // Also the click of a press that began elsewhere arrives here: of a line that was put down, of a text that was marked.
        if (isPressedBeside.current && isBeside(event, ref.current)) onClose?.()
        isPressedBeside.current = false
      }}
    >
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {open && children}
    </dialog>
  )
}

/** What hits the element itself is beside its box when it hit the backdrop. */
function isBeside(
  { target, clientX, clientY }: { target: EventTarget; clientX: number; clientY: number },
  element: HTMLElement | null,
): boolean {
  if (!element || target !== element) return false
  const box = element.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
