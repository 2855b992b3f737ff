import { call } from '@maru/client/api/client'
import { type Texts, useTexts } from '@maru/client/i18n/texts'
import { Button, Dialog } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { queryClient } from '../api/query-client.ts'
import { showAlert } from '../shell/alert.tsx'
import { appTexts } from '../shell/texts.ts'
import { lossShareQuery, riskQuery } from './risk.ts'

type RiskWord =
  | 'risk'
  | 'riskLink'
  | 'riskTitle'
  | 'riskClose'
  | 'riskFirst'
  | 'riskUnderstood'
  | 'riskShare'
  | 'riskShareUnknown'
  | `risk${1 | 2 | 3 | 4 | 5}`
  | 'chartCredit'

interface RiskProps {
  /** The words of the product. */
  readonly texts: Texts<RiskWord>
  /** What its risks name. */
  readonly figures?: Readonly<Record<string, string>> | undefined
}

/** A sentence below what is traded, and the whole warning behind the link below it: on one line with it, the link would move when the letters get their font. */
export function RiskNotice({ texts, figures }: RiskProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="risk">
      {t('risk')}
      <br />
      <button type="button" className="risk-b" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('riskLink')}
      </button>
      <span aria-hidden="true"> · </span>
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        {t('chartCredit')}
      </a>
      <Dialog open={open} title={t('riskTitle')} onClose={close}>
        <RiskList texts={texts} figures={figures} />
        <div className="acts">
          <Button tone="primary" onClick={close}>
            {t('riskClose')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** The warning before the first stake or order and each year. What was read is kept by the server, for all devices and products. */
export function RiskWarning({
  texts,
  figures,
  open,
  onClose,
}: RiskProps & { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTexts(texts)
  const tApp = useTexts(appTexts)
  const [busy, setBusy] = useState(false)
  const acknowledge = async () => {
    if (busy) return
    setBusy(true)
    try {
      queryClient.setQueryData(riskQuery(true).queryKey, await call('POST /api/limit/risk', { body: {} }))
      onClose()
    } catch (error) {
      await showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} title={t('riskFirst')} onClose={onClose}>
      <RiskList texts={texts} figures={figures} />
      <div className="acts">
        <Button onClick={onClose}>{tApp('cancel')}</Button>
        <Button tone="primary" aria-busy={busy} onClick={() => void acknowledge()}>
          {t('riskUnderstood')}
        </Button>
      </div>
    </Dialog>
  )
}

function RiskList({ texts, figures }: RiskProps) {
  const t = useTexts(texts)
  const share = useQuery(lossShareQuery).data
  return (
    <ul className="risk-l">
      {share && (
        <li>
          <b>{share.percent === null ? t('riskShareUnknown') : t('riskShare', { percent: share.percent })}</b>
        </li>
      )}
      {([1, 2, 3, 4, 5] as const).map((place) => (
        <li key={place}>{t(`risk${place}`, figures)}</li>
      ))}
    </ul>
  )
}
