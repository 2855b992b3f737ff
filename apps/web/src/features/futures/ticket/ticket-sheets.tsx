import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { FuturesOption } from '@maru/contract'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import type { Market } from '../../../trading/market-view.ts'
import type { TicketHolder, TicketInputs } from './form.ts'

const loadLeverage = async () => ({ default: (await import('../sheets/leverage-sheet.tsx')).LeverageSheet })
const LeverageSheet = lazyPart(loadLeverage)
const loadMarginType = async () => ({ default: (await import('../sheets/margin-type-sheet.tsx')).MarginTypeSheet })
const MarginTypeSheet = lazyPart(loadMarginType)
const loadSettings = async () => ({ default: (await import('../sheets/settings-sheet.tsx')).SettingsSheet })
const SettingsSheet = lazyPart(loadSettings)

export type TicketSheet = 'leverage' | 'marginType' | 'settings'

interface TicketSheetsProps {
  /** The one that is open. */
  sheet: TicketSheet | null
  onClose: () => void
  option: FuturesOption
  /** Of a member; a guest has nothing to set. */
  holder: TicketHolder | null
  inputs: TicketInputs
  market: Market
}

/** What is set for orders of an instrument, and for all: leverage, margin type, settings. */
export function TicketSheets({ sheet, onClose, option, holder, inputs, market }: TicketSheetsProps) {
  return (
    <>
      {holder && (
        <>
          <OpenedLater open={sheet === 'leverage'} load={loadLeverage}>
            <LeverageSheet
              open={sheet === 'leverage'}
              onClose={onClose}
              option={option}
              holder={holder}
              inputs={inputs}
              market={market}
            />
          </OpenedLater>
          <OpenedLater open={sheet === 'marginType'} load={loadMarginType}>
            <MarginTypeSheet open={sheet === 'marginType'} onClose={onClose} option={option} holder={holder} />
          </OpenedLater>
        </>
      )}
      <OpenedLater open={sheet === 'settings'} load={loadSettings}>
        <SettingsSheet open={sheet === 'settings'} onClose={onClose} />
      </OpenedLater>
    </>
  )
}
