import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { useState } from 'react'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import { useLane } from '../commands.ts'
import { overseaListTexts } from './texts.ts'

const loadSheets = () => import('../sheets/all-sheets.tsx')
const CancelAllSheet = lazyPart(async () => ({ default: (await loadSheets()).CancelAllSheet }))
const CloseAllSheet = lazyPart(async () => ({ default: (await loadSheets()).CloseAllSheet }))

/** Cancels or closes all that is listed; each asks once. */
export function ListActions({
  positions,
  orders,
  options,
  optionId,
}: {
  positions: readonly OverseaPosition[]
  orders: readonly OverseaOrder[]
  options: readonly OverseaOption[]
  /** All of it belongs to this contract. */
  optionId?: number | undefined
}) {
  const t = useTexts(overseaListTexts)
  const lane = useLane('all')
  const [asking, setAsking] = useState<'cancel' | 'close' | null>(null)
  const done = () => setAsking(null)
  return (
    <span className="lst-a">
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        disabled={orders.length === 0 || lane !== null}
        onClick={() => setAsking('cancel')}
      >
        {t('cancelAll')}
      </button>
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        disabled={positions.length === 0}
        onClick={() => setAsking('close')}
      >
        {t('closeAll')}
      </button>
      <OpenedLater open={asking !== null} load={loadSheets}>
        <CancelAllSheet
          open={asking === 'cancel'}
          onClose={done}
          orders={orders}
          options={options}
          optionId={optionId}
        />
        <CloseAllSheet open={asking === 'close'} onClose={done} positions={positions} options={options} />
      </OpenedLater>
    </span>
  )
}
