import { Button } from '@maru/ui'
import type { ReactNode } from 'react'
import { SheetEnd } from './sheet-end.tsx'
import './sheets.css'

interface AllOfThemProps {
  lead: string
  lines: ReactNode
  /** What they come to together. */
  sums?: readonly { readonly name: string; readonly amount: string; readonly className?: string }[]
  submit: string
  disabled: boolean
  onClose: () => void
  onSubmit: () => void
}

/** All that something is going to happen to, what it comes to, and the button for it. */
export function AllOfThem({ lead, lines, sums, submit, disabled, onClose, onSubmit }: AllOfThemProps) {
  return (
    <>
      <p className="ps-n">{lead}</p>
      <ul className="ps-l">{lines}</ul>
      {sums && (
        <dl className="ps-s num">
          {sums.map(({ name, amount, className }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={className}>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      <SheetEnd onClose={onClose}>
        <Button
          size={52}
          tone="primary"
          disabled={disabled}
          onClick={() => {
            onClose()
            onSubmit()
          }}
        >
          {submit}
        </Button>
      </SheetEnd>
    </>
  )
}
