import '../more.css'
import './security.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, Segmented, Skeleton } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { IdentityPanel } from '../../../protection/identity-panel.tsx'
import { securityQuery } from '../../../protection/security-query.ts'
import { useIdentityCheck } from '../../../protection/use-identity-check.ts'
import { ContactPanel } from './contact-panel.tsx'
import { verifyTexts } from './verify-texts.ts'

const ways = ['phone', 'email', 'identity'] as const
type Way = (typeof ways)[number]

/** /more/security/verify: proves one's number, one's address, and who one is. */
export default function VerifyPage() {
  const t = useTexts(verifyTexts)
  const [query, setQuery] = useSearchParams()
  const security = useQuery(securityQuery)
  // The way back from the provider's page names the check; what became of it, the server says.
  const asked = query.has('identity') ? 'identity' : query.get('way')
  const way = ways.find((one) => one === asked) ?? 'phone'
  return (
    <main id="main" className="set">
      <Segmented
        label={t('ways')}
        choices={ways.map((value) => ({ value, label: t(value) }))}
        value={way}
        onChange={(next: Way) => setQuery({ way: next }, { replace: true })}
      />
      {security.isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void security.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      {security.isPending && <Skeleton height={160} />}
      {security.data &&
        (way === 'identity' ? (
          <IdentityOf name={security.data.identity.value} />
        ) : (
          <ContactPanel key={way} channel={way} contact={security.data[way]} />
        ))}
    </main>
  )
}

function IdentityOf({ name }: { name: string | null }) {
  const t = useTexts(verifyTexts)
  const cache = useQueryClient()
  const check = useIdentityCheck()
  const isFound = check.state === 'VERIFIED'
  useEffect(() => {
    if (isFound) void cache.invalidateQueries(securityQuery)
  }, [isFound, cache])
  return (
    <section className="sec-v">
      <h2>{t('identity')}</h2>
      <p className="note">{t('identityWhy')}</p>
      <IdentityPanel check={name === null ? check : { ...check, state: 'VERIFIED', name }} />
      <p className="note">{t('identityTwice')}</p>
    </section>
  )
}
