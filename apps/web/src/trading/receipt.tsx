import { useTexts } from '@maru/client/i18n/texts'
import type { PositionSide } from '@maru/contract'
import { Button, Check } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { SheetEnd } from './sheet-end.tsx'
import { tradingTexts } from './texts.ts'
import './sheets.css'

/** The figures of an order before it leaves, as they are and as they would be; its rows are `children`. */
export function OrderReceipt({ children }: { children: ReactNode }) {
  const t = useTexts(tradingTexts)
  return (
    <table className="rcpt num">
      <thead className="sr">
        <tr>
          <td />
          <th scope="col">{t('before')}</th>
          <td />
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** What a receipt is of: the side by colour and arrow, and how much. */
export const OrderTitle = ({ side, word, size }: { side: PositionSide; word: string; size: string }) => (
  <>
    <span className={side === 'LONG' ? 'up' : 'down'}>
      {side === 'LONG' ? '▲' : '▼'} {word}
    </span>{' '}
    <span className="num">{size}</span>
  </>
)

/** One figure, as it is and as it would be. */
export function ReceiptRow({ label, before, after }: { label: string; before?: ReactNode; after: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {before === undefined ? (
        <td className="c" colSpan={3}>
          {after}
        </td>
      ) : (
        <>
          <td className="b">{before}</td>
          <td className="a" aria-hidden="true">
            →
          </td>
          <td className="c">{after}</td>
        </>
      )}
    </tr>
  )
}

interface OrderReceiptEndProps {
  side: PositionSide
  /** What placing is called, or why it has to wait. */
  label: string
  disabled: boolean
  onClose: () => void
  /** `silent`: the member does not want to be asked again. */
  onPlace: (silent: boolean) => void
}

/** Places the order of a receipt, or leaves it. */
export function OrderReceiptEnd({ side, label, disabled, onClose, onPlace }: OrderReceiptEndProps) {
  const t = useTexts(tradingTexts)
  const [silent, setSilent] = useState(false)
  return (
    <>
      <div className="rcpt-c">
        <Check checked={silent} onChange={setSilent}>
          <span>
            {t('dontAsk')}
            <small>{t('dontAskHint')}</small>
          </span>
        </Check>
      </div>
      <SheetEnd onClose={onClose}>
        <Button size={52} tone={side === 'LONG' ? 'up' : 'down'} disabled={disabled} onClick={() => onPlace(silent)}>
          {label}
        </Button>
      </SheetEnd>
    </>
  )
}
