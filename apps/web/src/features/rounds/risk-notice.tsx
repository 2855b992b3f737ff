import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/texts.ts'
import { lossShareQuery } from '../limits/risk.ts'
import { RiskNotice, RiskWarning } from '../limits/risk-dialogs.tsx'
import { roundTexts } from './texts.ts'
import { breakEvenOf } from './ticket.ts'

/** The line of the page, with the warning behind it. */
export function RoundRiskNotice({ payoutRate }: { payoutRate: string }) {
  const t = useTexts(roundTexts)
  const texts = {
    line: t('risk'),
    link: t('riskLink'),
    title: t('riskTitle'),
    close: t('riskClose'),
    credit: t('chartCredit'),
  }
  return (
    <RiskNotice texts={texts}>
      <RiskList payoutRate={payoutRate} />
    </RiskNotice>
  )
}

/** The warning before the first stake and each year. */
export function RoundRiskWarning({
  open,
  payoutRate,
  onClose,
}: {
  open: boolean
  payoutRate: string
  onClose: () => void
}) {
  const t = useTexts(roundTexts)
  return (
    <RiskWarning open={open} title={t('riskFirst')} understood={t('riskUnderstood')} onClose={onClose}>
      <RiskList payoutRate={payoutRate} />
    </RiskWarning>
  )
}

function RiskList({ payoutRate }: { payoutRate: string }) {
  const t = useTexts(roundTexts)
  const share = useQuery(lossShareQuery).data
  return (
    <ul className="risk-l">
      {share && (
        <li>
          <b>{share.percent === null ? t('riskShareUnknown') : t('riskShare', { percent: share.percent })}</b>
        </li>
      )}
      <li>{t('risk1')}</li>
      <li>{t('risk2', { rate: payoutRate, percent: breakEvenOf(payoutRate) })}</li>
      <li>{t('risk3')}</li>
      <li>{t('risk4')}</li>
      <li>{t('risk5')}</li>
    </ul>
  )
}
