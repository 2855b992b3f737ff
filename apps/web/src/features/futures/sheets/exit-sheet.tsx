import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { Button, Segmented } from '@maru/ui'
import { useState } from 'react'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { useMarketView } from '../../../trading/market-view.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { run, useLane } from '../commands.ts'
import { termsOf } from '../terms.ts'
import { ExitField } from './exit-field.tsx'
import type { ExitUnit } from './exit-figures.ts'
import {
  type ExitHolder,
  type ExitInput,
  type ExitKind,
  exitBody,
  exitKinds,
  exitsOfPosition,
  inUnit,
  summariseExit,
} from './exit-form.ts'
import { SheetHead } from './sheet-head.tsx'
import { sheetTexts } from './texts.ts'
import '../../../trading/sheets.css'

interface ExitSheetProps {
  onClose: () => void
  position: FuturesPosition
  option: FuturesOption
}

const units = ['price', 'roe', 'pnl'] as const

function ExitForm({ position, option, onClose }: ExitSheetProps) {
  const t = useTexts(sheetTexts)
  const view = useMarketView(option.stock, option.precision, option.qtyPrecision)
  const lane = useLane(`position-${position.id}`)
  const [unit, setUnit] = useState<ExitUnit>('price')
  const [inputs, setInputs] = useState(() => exitsOfPosition(position))
  const holder: ExitHolder = { position, terms: termsOf(option), mark: view.mark, last: view.last }
  const summaries = {
    takeProfit: summariseExit('takeProfit', inputs.takeProfit, holder),
    stopLoss: summariseExit('stopLoss', inputs.stopLoss, holder),
  }
  const isWrong = exitKinds.some((kind) => summaries[kind].problem !== null)
  const change = (kind: ExitKind, input: ExitInput) => setInputs({ ...inputs, [kind]: input })
  const submit = async () => {
    const body = exitBody(inputs, holder)
    if (body === null || (await run(`position-${position.id}`, 'POST /api/futures/order/tpsl', body))) onClose()
  }
  return (
    <>
      <SheetHead position={position} option={option} view={view} />
      <div className="ps-u">
        <Segmented<ExitUnit>
          label={t('enterBy')}
          value={unit}
          choices={units.map((value) => ({ value, label: t(value) }))}
          onChange={(next) => {
            setUnit(next)
            setInputs({
              takeProfit: inUnit('takeProfit', inputs.takeProfit, next, holder),
              stopLoss: inUnit('stopLoss', inputs.stopLoss, next, holder),
            })
          }}
        />
      </div>
      {exitKinds.map((kind) => (
        <ExitField
          key={kind}
          kind={kind}
          input={inputs[kind]}
          summary={summaries[kind]}
          holder={holder}
          option={option}
          onChange={(input) => change(kind, input)}
          onClear={() => change(kind, { ...inputs[kind], unit, text: '', at: null })}
        />
      ))}
      <p className="ps-n">{t('whole')}</p>
      <SheetEnd onClose={onClose}>
        <Button size={52} tone="primary" disabled={isWrong || lane !== null} onClick={() => void submit()}>
          {t(lane === 'checking' ? 'checking' : lane === 'sending' ? 'sending' : 'set')}
        </Button>
      </SheetEnd>
    </>
  )
}

/** Take profit and stop loss of a position, entered as price, return or result. */
export const ExitSheet = sheetOf(sheetTexts, 'exits', ExitForm)
