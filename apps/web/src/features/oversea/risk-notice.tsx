import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/texts.ts'
import { lossShareQuery } from '../limits/risk.ts'
import { RiskNotice, RiskWarning } from '../limits/risk-dialogs.tsx'
import { ticketTexts } from './ticket/texts.ts'

/** The line of the page, with the warning behind it. */
export function OverseaRiskNotice() {
  const t = useTexts(ticketTexts)
  const texts = {
    line: t('risk'),
    link: t('riskLink'),
    title: t('riskTitle'),
    close: t('riskClose'),
    credit: t('chartCredit'),
  }
  return (
    <RiskNotice texts={texts}>
      <RiskList />
    </RiskNotice>
  )
}

/** The warning before the first trade and each year. */
export function OverseaRiskWarning({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(ticketTexts)
  return (
    <RiskWarning open={open} title={t('riskFirst')} understood={t('riskUnderstood')} onClose={onClose}>
      <RiskList />
    </RiskWarning>
  )
}

function RiskList() {
  const t = useTexts(ticketTexts)
  const share = useQuery(lossShareQuery).data
  return (
    <ul className="risk-l">
      {share && (
        <li>
          <b>{share.percent === null ? t('riskShareUnknown') : t('riskShare', { percent: share.percent })}</b>
        </li>
      )}
      <li>{t('risk1')}</li>
      <li>{t('risk2')}</li>
      <li>{t('risk3')}</li>
      <li>{t('risk4')}</li>
      <li>{t('risk5')}</li>
    </ul>
  )
}
