import { useTexts } from '@maru/client/i18n/texts'
import type { TradeOption } from '@maru/contract'
import { Segmented } from '@maru/ui'
import { type GameKind, kindOf } from '../../books/rounds/arrange.ts'
import { useOptionLabelTexts } from '../../books/rounds/game-name.ts'
import { durationLabel, minutesOf, type StockGroup, siblingOption } from '../../books/rounds/options.ts'
import { roundTexts } from '../../books/rounds/texts.ts'

/** Kind and length of the round: the games of this stock that the site plays. */
export function Kinds({
  group,
  option,
  onPick,
}: {
  group: StockGroup
  option: TradeOption
  onPick: (option: TradeOption) => void
}) {
  const t = useTexts(roundTexts)
  const texts = useOptionLabelTexts()
  const kind = kindOf(option.type)
  const kinds = (['rent', 'binary'] as const).filter((one) => group.options.some(({ type }) => kindOf(type) === one))
  const pick = (wanted: { kind?: GameKind; minutes?: number }) => {
    const next = siblingOption(group, option, wanted)
    if (next && next.id !== option.id) onPick(next)
  }
  return (
    <div className="kinds">
      <Segmented
        label={t('kind')}
        value={kind}
        onChange={(next) => pick({ kind: next })}
        choices={kinds.map((value) => ({ value, label: t(value) }))}
      />
      <Segmented
        label={t('length')}
        value={option.type}
        onChange={(next) => pick({ minutes: minutesOf(next) })}
        choices={group.options
          .filter(({ type }) => kindOf(type) === kind)
          .map(({ type }) => ({ value: type, label: durationLabel(minutesOf(type), texts) }))}
      />
    </div>
  )
}
