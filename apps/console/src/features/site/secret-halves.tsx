import { call } from '@maru/client/api/client'
import { Button, Dialog, FormError } from '@maru/ui'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { errorText } from '../../session/words.ts'
import { providerNames } from './provider-words.ts'
import { t } from './texts.ts'

interface Waiting {
  readonly draft: number
  readonly provider: string
  readonly half: 'FIRST' | 'SECOND'
  readonly keys: readonly string[]
}
interface Seen {
  readonly half: 'FIRST' | 'SECOND'
  readonly call: { readonly id: string; readonly secret: string } | null
  readonly webhook: { readonly id: string; readonly secret: string } | null
}
const halfWord = (half: 'FIRST' | 'SECOND') => (half === 'FIRST' ? t('halfFirst') : t('halfSecond'))

/** New secrets of which the person at the screen may see a half, once: he carries it to the provider himself. */
export function SecretHalves({ halves, onSeen }: { halves: readonly Waiting[]; onSeen: () => void }) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const { act, busy, failure } = useAct()
  const see = (draft: number) =>
    void act({
      run: (key) => call('POST /api/console/site/provider/half', { params: {}, body: { draft: String(draft) }, key }),
      done: t('halfShown'),
      onDone: (reply: Seen) => {
        setSeen(reply)
        onSeen()
      },
    })
  return (
    <>
      {halves.length > 0 && (
        <section className="panel site-halves" aria-labelledby="halves">
          <header>
            <h2 id="halves">{t('halves')}</h2>
          </header>
          <p className="said">{t('halvesHint')}</p>
          <ul>
            {halves.map(({ draft, provider, half, keys }) => (
              <li key={draft}>
                <span>
                  {providerNames[provider] ?? provider} · {keys.join(', ')} · {halfWord(half)}
                </span>
                <Button onClick={() => see(draft)} aria-busy={busy}>
                  {t('halfSee')}
                </Button>
              </li>
            ))}
          </ul>
          {failure !== null && <FormError>{errorText(failure)}</FormError>}
        </section>
      )}
      {seen && (
        <Dialog open title={`${t('halves')}: ${halfWord(seen.half)}`} onClose={() => setSeen(null)} className="dlg">
          <p>{t('halfOnce')}</p>
          <HalfOf name={t('callKey')} part={seen.call} />
          <HalfOf name={t('noticeKey')} part={seen.webhook} />
          <div className="acts">
            <Button tone="primary" onClick={() => setSeen(null)}>
              {t('halfNoted')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function HalfOf({ name, part }: { name: string; part: Seen['call'] }) {
  if (part === null) return null
  return (
    <p className="site-half">
      <b>
        {name} {part.id}
      </b>
      <code className="num">{part.secret}</code>
    </p>
  )
}
