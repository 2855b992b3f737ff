import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { TradeOption } from '@maru/contract'
import { Icon } from '@maru/ui'
import { useState } from 'react'
import { instrumentLabel, type StockGroup } from '../../books/rounds/options.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { OpenedLater } from '../../shell/opened-later.tsx'

export interface PickerProps {
  groups: readonly StockGroup[]
  current: TradeOption | null
  onPick: (option: TradeOption) => void
}

const loadSheet = async () => ({ default: (await import('./instrument-sheet.tsx')).InstrumentSheet })
const InstrumentSheet = lazyPart(loadSheet)

/** The instrument in the header, and the list it opens. */
export function InstrumentPicker(props: PickerProps) {
  const t = useTexts(roundTexts)
  const [open, setOpen] = useState(false)
  const { current } = props
  const name = current ? instrumentLabel(current.stock) : t('trade')
  return (
    <>
      <h1 className="inst-h">
        <button
          type="button"
          className="inst"
          aria-haspopup="dialog"
          aria-label={t('changeInstrument', { name })}
          onClick={() => setOpen(true)}
        >
          {name}
          <Icon name="down" small />
        </button>
      </h1>
      <OpenedLater open={open} load={loadSheet}>
        <InstrumentSheet open={open} onClose={() => setOpen(false)} {...props} />
      </OpenedLater>
    </>
  )
}
