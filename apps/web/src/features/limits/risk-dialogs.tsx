import { Button, Dialog } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { showAlert } from '../../app/alert.tsx'
import { appTexts } from '../../app/texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { riskQuery } from './risk.ts'

interface RiskNoticeProps {
  /** The line, its link, and the dialog's title and end, in the words of the product. */
  readonly texts: {
    readonly line: string
    readonly link: string
    readonly title: string
    readonly close: string
    readonly credit: string
  }
  readonly children: ReactNode
}

/** One line below what is traded, and the whole warning behind it. */
export function RiskNotice({ texts, children }: RiskNoticeProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="risk">
      {texts.line}{' '}
      <button type="button" className="risk-b" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.link}
      </button>
      <br />
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        {texts.credit}
      </a>
      <Dialog open={open} title={texts.title} onClose={close}>
        {children}
        <div className="acts">
          <Button tone="primary" onClick={close}>
            {texts.close}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

interface RiskWarningProps {
  readonly open: boolean
  readonly title: string
  readonly understood: string
  readonly children: ReactNode
  onClose(): void
}

/** The warning before the first trade and each year. What was read is kept by the server, for all devices and products. */
export function RiskWarning({ open, title, understood, children, onClose }: RiskWarningProps) {
  const t = useTexts(appTexts)
  const [busy, setBusy] = useState(false)
  const acknowledge = async () => {
    if (busy) return
    setBusy(true)
    try {
      queryClient.setQueryData(riskQuery(true).queryKey, await call('riskAcknowledge', { body: {} }))
      onClose()
    } catch (error) {
      await showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {children}
      <div className="acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button tone="primary" aria-busy={busy} onClick={() => void acknowledge()}>
          {understood}
        </Button>
      </div>
    </Dialog>
  )
}
