import type { Overview } from '@maru/contract'
import { Badge } from '@maru/ui'
import { t } from './texts.ts'

const words: Readonly<Record<string, string>> = {
  database: t('database'),
  bus: t('bus'),
  core: t('core'),
  feed: t('feed'),
  ledger: t('ledger'),
  cover: t('cover'),
  aside: t('aside'),
  providers: t('providers'),
  outgoing: t('outgoing'),
  backup: t('backup'),
  dollar: t('dollar'),
  'staff-log': t('staffLog'),
  p2pDisputes: t('p2pDisputes'),
  restoration: t('restoration'),
}

/** What each part of the system says of itself. */
export function Health({ health }: { health: Overview['health'] }) {
  const bad = health.filter(({ problem }) => problem !== null).length
  return (
    <section className="panel" aria-labelledby="health">
      <header>
        <h2 id="health">{t('health')}</h2>
        <Badge tone={bad > 0 ? 'warn' : 'ok'}>{bad > 0 ? t('toCheck', { bad }) : t('allFine')}</Badge>
      </header>
      <dl className="health">
        {health.map(({ name, problem }) => (
          <div key={name} className={problem === null ? undefined : 'is-warn'}>
            <dt>
              <i className="dot" />
              {words[name] ?? name}
            </dt>
            <dd>{problem ?? t('fine')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
