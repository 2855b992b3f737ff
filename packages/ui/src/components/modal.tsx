import { type ReactNode, useEffect, useId, useRef } from 'react'

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
  const titleId = useId()
  // What stands inside goes at once; the box keeps its height while it fades, instead of falling in on its title.
  if (open) height.current = undefined
  else if (ref.current?.open) height.current = ref.current.offsetHeight
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
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
      onClick={(event) => event.target === ref.current && isBeside(event, ref.current) && onClose?.()}
    >
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {open && children}
    </dialog>
  )
}

/** A click on the element itself is beside its box when it hit the backdrop. */
function isBeside(point: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const box = element.getBoundingClientRect()
  const inside =
    point.clientX >= box.left && point.clientX <= box.right && point.clientY >= box.top && point.clientY <= box.bottom
  return !inside
}
