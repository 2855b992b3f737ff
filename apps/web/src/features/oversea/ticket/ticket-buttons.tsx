import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import type { ReactNode } from 'react'
import { OrderBar } from '../../../trading/order-bar.tsx'
import { SideButtons } from '../../../trading/side-buttons.tsx'
import { useOverseaSettings } from '../settings.ts'
import type { TicketInputs } from './form.ts'
import { OverseaOrderDetail } from './order-detail.tsx'
import { ticketTexts } from './texts.ts'
import { TouchButtons } from './touch-buttons.tsx'
import type { TicketOrder } from './use-order.ts'

/** Orders at the market and nothing else, with the close between the two sides. */
export interface QuickOrder {
  /** Asks before the position is closed. */
  readonly onAskClose: () => void
}

interface TicketButtonsProps {
  option: OverseaOption
  signedIn: boolean
  quick: QuickOrder | undefined
  inputs: TicketInputs
  order: TicketOrder
}

/** The buttons of a ticket: its two sides; in one-touch and in the quick order with the close between them. */
export function TicketButtons({ option, signedIn, quick, inputs, order }: TicketButtonsProps) {
  const t = useTexts(ticketTexts)
  const { confirms, confirmsClose } = useOverseaSettings()
  const { holder, market, stage, reason } = order
  const isTouch = inputs.isTouch || quick !== undefined
  // In a sheet the buttons stay where they are.
  const Bar = quick ? PlainBar : OrderBar
  return (
    <Bar className={isTouch ? 'tk-go is-touch' : 'tk-go'}>
      {isTouch && signedIn && holder && stage.isOpen ? (
        <TouchButtons
          holder={holder}
          market={market}
          count={inputs.count}
          isBusy={reason !== null}
          isClosing={order.isClosing}
          onTake={(side) => order.takeSide(side, quick !== undefined && confirms)}
          onClose={quick && confirmsClose ? quick.onAskClose : order.closeOut}
        />
      ) : (
        <SideButtons
          reason={reason}
          words={{ LONG: t('buy'), SHORT: t('sell') }}
          onTake={(side) => order.takeSide(side, confirms)}
          detail={(side) =>
            signedIn ? (
              <OverseaOrderDetail side={side} option={option} inputs={inputs} market={market} />
            ) : (
              t('signInShort')
            )
          }
        />
      )}
    </Bar>
  )
}

const PlainBar = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={`order-bar ${className}`}>{children}</div>
)
