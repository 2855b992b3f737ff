import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, MarginType } from '@maru/contract'
import { Button, Icon, Segmented, Strip } from '@maru/ui'
import { useState } from 'react'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { run, useLane } from '../commands.ts'
import { futuresTexts } from '../texts.ts'
import type { TicketHolder } from '../ticket/form.ts'
import { orderSheetTexts } from './order-texts.ts'
import '../../../trading/sheets.css'

interface MarginTypeSheetProps {
  onClose: () => void
  option: FuturesOption
  holder: TicketHolder
}

function MarginTypeForm({ option, holder, onClose }: MarginTypeSheetProps) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  const [marginType, setMarginType] = useState<MarginType>(holder.marginType)
  const lane = useLane('leverage')
  const isLocked = holder.position.qty !== 0 || holder.orders.length > 0
  const change = async () => {
    if (await run('leverage', 'POST /api/futures/order/margin_type', { futuresOptionId: option.id, marginType }))
      onClose()
  }
  return (
    <>
      <div className="mt">
        <Segmented<MarginType>
          label={t('marginType')}
          value={marginType}
          onChange={setMarginType}
          choices={[
            { value: 'CROSS', label: t('CROSS') },
            { value: 'ISOLATED', label: t('ISOLATED') },
          ]}
        />
      </div>
      <p className="note">{tSheet(marginType === 'CROSS' ? 'crossHint' : 'isolatedHint')}</p>
      {isLocked && (
        <Strip>
          <Icon name="info" />
          <span>{tSheet('leverageLocked')}</span>
        </Strip>
      )}
      <SheetEnd onClose={onClose}>
        <Button
          size={52}
          tone="primary"
          disabled={isLocked || lane !== null || marginType === holder.marginType}
          onClick={() => void change()}
        >
          {lane === 'checking' ? t('checking') : tSheet('change')}
        </Button>
      </SheetEnd>
    </>
  )
}

/** Cross or isolated, for the next position in this instrument. */
export const MarginTypeSheet = sheetOf(futuresTexts, 'marginType', MarginTypeForm)
