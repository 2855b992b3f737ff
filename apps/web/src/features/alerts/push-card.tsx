import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Icon, toast } from '@maru/ui'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { type PushState, pushState, turnPushOff, turnPushOn } from './push.ts'
import { alertTexts } from './texts.ts'

/** Whether this device is reached when the app is closed, and what to do where it cannot be. */
export function PushCard({ publicKey }: { publicKey: string }) {
  const t = useTexts(alertTexts)
  const [state, setState] = useState<PushState | 'later' | null>(null)
  const [busy, setBusy] = useState(false)
  const look = useCallback(() => {
    pushState(publicKey)
      .then((found) => setState((now) => (now === 'later' && found === 'off' ? now : found)))
      .catch((error: unknown) => {
        console.warn('push: not known', error)
        setState('off')
      })
  }, [publicKey])
  useEffect(() => {
    look()
    // Whoever changed it in the browser's settings comes back to this page.
    const seen = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [look])
  const turn = async (change: () => Promise<PushState>) => {
    if (busy) return
    setBusy(true)
    try {
      setState(await change())
    } catch (error) {
      console.warn('push: not changed', error)
      toast({ title: isApiError(error) ? errorText(error) : t('pushFailed'), tone: 'warn' })
    } finally {
      setBusy(false)
    }
  }
  if (state === null || state === 'later') return null
  if (state === 'denied')
    return (
      <Card
        isOff
        title={t('pushDenied')}
        text={t('pushDeniedText')}
        steps={[t('pushDenied1'), t('pushDenied2'), t('pushDenied3')]}
      />
    )
  if (state === 'install')
    return (
      <Card
        title={t('pushInstall')}
        text={t('pushInstallText')}
        steps={[t('pushInstall1'), t('pushInstall2'), t('pushInstall3')]}
      />
    )
  if (state === 'none') return <Card title={t('pushNone')} text={t('pushNoneText')} />
  if (state === 'on')
    return (
      <Card title={t('pushIsOn')} text={t('pushIsOnText')}>
        <Button size={36} onClick={() => void turn(turnPushOff)}>
          {t('pushOff')}
        </Button>
      </Card>
    )
  return (
    <Card title={t('pushAsk')} text={t('pushAskText')}>
      <Button size={36} tone="primary" aria-busy={busy} onClick={() => void turn(() => turnPushOn(publicKey))}>
        {t(busy ? 'pushBusy' : 'pushOn')}
      </Button>
      <Button size={36} onClick={() => setState('later')}>
        {t('pushLater')}
      </Button>
    </Card>
  )
}

interface CardProps {
  title: string
  text: string
  steps?: readonly string[]
  isOff?: boolean
  children?: ReactNode
}

function Card({ title, text, steps = [], isOff = false, children }: CardProps) {
  return (
    <section className={isOff ? 'al-push is-off' : 'al-push'} aria-label={title}>
      <i aria-hidden="true">
        <Icon name={isOff ? 'warn' : 'bell'} />
      </i>
      <div>
        <b>{title}</b>
        <p>{text}</p>
        {steps.length > 0 && (
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {children && <div className="al-push-a">{children}</div>}
      </div>
    </section>
  )
}
