import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerDetail } from '@maru/contract'
import { formatKrw, Strip } from '@maru/ui'
import { partnerTexts } from './texts.ts'
import { rateOf, shortDay } from './words.ts'

/** Rates that were agreed for a later week, and what they would have made of the last one. */
export function NextTerms({ partner }: { partner: PartnerDetail }) {
  const t = useTexts(partnerTexts)
  const { nextTerms: next, lastOnNextTerms: after, last } = partner
  if (next === null) return null
  const rates = [
    ['fee', partner.feeRate, next.feeRate],
    ['roll', partner.rollRate, next.rollRate],
    ['loss', partner.lossRate, next.lossRate],
  ] as const
  return (
    <div className="ptn-n">
      <Strip tone="warn">
        <div>
          <b>{t('termsTitle', { day: shortDay(next.from) })}</b>
          {rates
            .filter(([, now, then]) => now !== then)
            .map(([type, now, then]) => (
              <p key={type}>{t('termsRate', { type: t(type), before: rateOf(now), after: rateOf(then) })}</p>
            ))}
          {after !== null && (
            <p className="num">{t('termsAmount', { before: formatKrw(last.amount), after: formatKrw(after) })}</p>
          )}
        </div>
      </Strip>
    </div>
  )
}
