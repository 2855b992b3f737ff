import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { OverseaOption } from '@maru/contract'
import type { Dispatch } from 'react'
import { RiskWarning } from '../../../protection/risk-dialogs.tsx'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import type { TicketAction, TicketInputs } from './form.ts'
import { ticketTexts } from './texts.ts'
import type { TicketOrder } from './use-order.ts'
import { riskFigures } from './use-ticket.ts'

const loadConfirm = async () => ({ default: (await import('./confirm-sheet.tsx')).ConfirmSheet })
const ConfirmSheet = lazyPart(loadConfirm)
const loadTouch = async () => ({ default: (await import('./touch-sheet.tsx')).TouchSheet })
const TouchSheet = lazyPart(loadTouch)
const loadSettings = async () => ({ default: (await import('./settings-sheet.tsx')).SettingsSheet })
const SettingsSheet = lazyPart(loadSettings)

export type TicketSheet = 'touch' | 'settings'

interface TicketSheetsProps {
  /** The one that the member opened. */
  sheet: TicketSheet | null
  onClose: () => void
  option: OverseaOption
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  order: TicketOrder
}

/** What opens over a ticket: the confirmation and the warning before an order, one-touch, the settings. */
export function TicketSheets({ sheet, onClose, option, inputs, dispatch, order }: TicketSheetsProps) {
  const { holder, market, stage, ordering } = order
  return (
    <>
      {holder && (
        <OpenedLater open={ordering.asked !== null} load={loadConfirm}>
          <ConfirmSheet
            side={ordering.asked}
            option={option}
            inputs={inputs}
            holder={holder}
            market={market}
            stage={stage}
            waits={stage.feed !== 'live' && !stage.isClosing}
            onClose={ordering.closeAsked}
            onPlace={order.place}
          />
        </OpenedLater>
      )}
      <RiskWarning
        texts={ticketTexts}
        figures={riskFigures(option)}
        open={ordering.isWarned}
        onClose={ordering.closeWarning}
      />
      <OpenedLater open={sheet === 'touch'} load={loadTouch}>
        <TouchSheet
          open={sheet === 'touch'}
          onClose={onClose}
          onArm={() => {
            onClose()
            order.forgetFaults()
            dispatch({ kind: 'isTouch', on: true })
          }}
        />
      </OpenedLater>
      <OpenedLater open={sheet === 'settings'} load={loadSettings}>
        <SettingsSheet
          open={sheet === 'settings'}
          maxCount={option.maxCount}
          maxTicks={option.maxExitTicks}
          onClose={onClose}
          onTicks={(kind, ticks) => dispatch({ kind, value: String(ticks) })}
        />
      </OpenedLater>
    </>
  )
}
