import { useTexts } from '@maru/client/i18n/texts'
import { Icon, IconButton, Segmented, Tabs } from '@maru/ui'
import type { Dispatch } from 'react'
import { useNavigate } from 'react-router'
import { changeOverseaSettings } from '../settings.ts'
import type { TicketAction, TicketInputs } from './form.ts'
import { ticketTexts } from './texts.ts'
import type { TicketSheet } from './ticket-sheets.tsx'

const types = ['LIMIT', 'MARKET', 'STOPMARKET', 'STOPLIMIT'] as const

interface TicketHeadProps {
  signedIn: boolean
  isQuick: boolean
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  /** Why no side can be taken. */
  reason: string | null
  onSheet: (sheet: TicketSheet) => void
}

/** How the ticket orders: standard or by one touch, its settings, and the type of the order. */
export function TicketHead({ signedIn, isQuick, inputs, dispatch, reason, onSheet }: TicketHeadProps) {
  const t = useTexts(ticketTexts)
  const navigate = useNavigate()
  const { isTouch } = inputs
  return (
    <>
      <div className="otk-m">
        {isQuick ? (
          <b>{t('marketOrder')}</b>
        ) : (
          <Segmented
            label={t('way')}
            value={isTouch ? 'touch' : 'standard'}
            choices={[
              { value: 'standard', label: t('standard') },
              { value: 'touch', label: t('touch') },
            ]}
            onChange={(way) => {
              if (way === 'standard') dispatch({ kind: 'isTouch', on: false })
              else if (!signedIn) void navigate('/signin')
              else if (!isTouch) onSheet('touch')
            }}
          />
        )}
        <IconButton className="tk-s" label={t('settings')} aria-haspopup="dialog" onClick={() => onSheet('settings')}>
          <Icon name="setting" />
        </IconButton>
      </div>
      {isTouch ? (
        <p className="otk-on">
          <Icon name="warn" small /> {reason ?? t('touchOn')}
        </p>
      ) : isQuick ? null : (
        <div className="tk-t">
          <Tabs
            label={t('orderType')}
            panelId="ticket"
            value={inputs.type}
            choices={types.map((value) => ({ value, label: t(value) }))}
            onChange={(type) => {
              changeOverseaSettings({ marketType: type })
              dispatch({ kind: 'type', type })
            }}
          />
        </div>
      )}
    </>
  )
}
