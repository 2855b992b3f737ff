import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption } from '@maru/contract'
import { Icon, IconButton, Tabs } from '@maru/ui'
import type { Dispatch } from 'react'
import { changeFuturesSettings } from '../settings.ts'
import { futuresTexts } from '../texts.ts'
import type { TicketAction, TicketHolder, TicketInputs } from './form.ts'
import type { TicketSheet } from './ticket-sheets.tsx'

const types = ['LIMIT', 'MARKET', 'STOPLIMIT', 'STOPMARKET'] as const

interface TicketHeadProps {
  option: FuturesOption
  holder: TicketHolder | null
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  onSheet: (sheet: TicketSheet) => void
}

/** Margin type, leverage and settings of orders, and the type of this one. */
export function TicketHead({ option, holder, inputs, dispatch, onSheet }: TicketHeadProps) {
  const t = useTexts(futuresTexts)
  return (
    <>
      <div className="tk-m">
        <button type="button" className="chip" aria-haspopup="dialog" onClick={() => onSheet('marginType')}>
          <span className="sr">{t('marginType')} </span>
          {t(holder?.marginType ?? 'ISOLATED')}
          <Icon name="down" small />
        </button>
        <button type="button" className="chip" aria-haspopup="dialog" onClick={() => onSheet('leverage')}>
          <span className="sr">{t('leverage')} </span>
          {holder?.leverage ?? option.defaultLeverage}x
          <Icon name="down" small />
        </button>
        <IconButton className="tk-s" label={t('settings')} aria-haspopup="dialog" onClick={() => onSheet('settings')}>
          <Icon name="setting" />
        </IconButton>
      </div>
      <div className="tk-t">
        <Tabs
          label={t('orderType')}
          panelId="ticket"
          value={inputs.type}
          choices={types.map((value) => ({ value, label: t(value) }))}
          onChange={(type) => {
            changeFuturesSettings({ marketType: type })
            dispatch({ kind: 'type', type })
          }}
        />
      </div>
    </>
  )
}
