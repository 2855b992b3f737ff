import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, buttonClass } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { askCode, verifyCode } from '../../protection/contact-codes.ts'
import { SentCodeForm } from '../../protection/sent-code-form.tsx'
import { useSentCode } from '../../protection/use-sent-code.ts'
import { OwnerForm } from './owner-form.tsx'
import { findTexts } from './texts.ts'

/** Shows the username of a number that a code proves to be one's own. */
export function FindId({ onPassword }: { onPassword: () => void }) {
  const t = useTexts(findTexts)
  const [owner, setOwner] = useState({ username: '', phone: '' })
  const [isAsked, setAsked] = useState(false)
  const [found, setFound] = useState<{ username: string | null } | null>(null)
  const { phone } = owner
  const code = useSentCode((key) => askCode('phone', { certificateValue: phone, key }))
  const find = async (secretCode: string) => {
    const proof = await verifyCode('phone', { key: code.key, secretCode })
    setFound(await call('POST /api/player/find_id', { body: { phone, proof } }))
  }
  const start = () => {
    setAsked(true)
    void code.send()
  }
  const again = () => {
    setAsked(false)
    code.renew()
  }
  if (found !== null)
    return (
      <section aria-live="polite">
        <h1>{t(found.username === null ? 'none' : 'found')}</h1>
        <div className="find-end">
          {found.username !== null && <b>{found.username}</b>}
          <p>{t(found.username === null ? 'noneHint' : 'foundHint')}</p>
        </div>
        <Link to="/signin" className={`${buttonClass({ tone: 'primary', size: 52 })} wide`}>
          {t('toSignIn')}
        </Link>
        {found.username !== null && (
          <Button size={52} className="wide" onClick={onPassword}>
            {t('toPassword')}
          </Button>
        )}
      </section>
    )
  if (!isAsked) return <OwnerForm asksUsername={false} owner={owner} onOwner={setOwner} onDone={start} />
  return (
    <>
      <h1>{t('id')}</h1>
      <SentCodeForm code={code} to={phone} action={t('check')} onCode={find} />
      <button type="button" className="link" onClick={again}>
        {t('change')}
      </button>
    </>
  )
}
