import { useTexts } from '@maru/client/i18n/texts'
import { Chip, Stepper } from '@maru/ui'
import type { Terms } from '../../../books/oversea/terms.ts'
import { useMemberSettings } from '../../../settings/member-settings.ts'
import { directionOf, priceText, signedWon } from '../figures.ts'
import type { ExitKind, exitOutcome } from './exits-form.ts'
import { overseaSheetTexts } from './texts.ts'

/** Distances that are one touch away, beside the member's own. */
const quick = [10, 20, 50, 100] as const

export function Exit({
  kind,
  value,
  outcome,
  terms,
  onChange,
}: {
  kind: ExitKind
  value: number | null
  outcome: ReturnType<typeof exitOutcome> | null
  terms: Terms
  onChange: (value: number | null) => void
}) {
  const t = useTexts(overseaSheetTexts)
  const own = useMemberSettings(({ tpsl }) => (kind === 'takeProfit' ? tpsl.tp : tpsl.sl))
  const choices = [...new Set([own, ...quick])].sort((a, b) => a - b).slice(0, 4)
  const name = t(kind)
  return (
    <>
      <Stepper
        label={t('exitTicks', { kind: name })}
        value={value}
        // An emptied field is none; what is typed out of range comes back into it.
        onValue={onChange}
        step={1}
        min={1}
        max={terms.maxExitTicks}
        placeholder="–"
        decreaseLabel={t('oneLess', { kind: name })}
        increaseLabel={t('oneMore', { kind: name })}
      />
      <Outcome outcome={outcome} terms={terms} />
      <fieldset className="ps-c" aria-label={t('quick', { kind: name })}>
        {choices.map((ticks) => (
          <Chip key={ticks} pressed={ticks === value} onClick={() => onChange(ticks)}>
            {t('ticks', { ticks })}
          </Chip>
        ))}
        <Chip onClick={() => onChange(null)} disabled={value === null}>
          {t('clear')}
        </Chip>
      </fieldset>
    </>
  )
}

function Outcome({ outcome, terms }: { outcome: ReturnType<typeof exitOutcome> | null; terms: Terms }) {
  const t = useTexts(overseaSheetTexts)
  if (outcome === null) return <p className="ps-o">{t('none')}</p>
  const { price, pnl, firesAtOnce } = outcome
  if (price === null)
    return (
      <p className="ps-o is-error" role="alert">
        {t('unreachable')}
      </p>
    )
  return (
    <p className="ps-o num">
      <span>{t('exitAt', { price: priceText(price, terms) })}</span>
      {pnl !== null && <span className={directionOf(pnl)}>{t('amount', { amount: signedWon(pnl) })}</span>}
      {firesAtOnce && <b className="warn">{t('firesAtOnce')}</b>}
    </p>
  )
}
