import { useTexts } from '@maru/client/i18n/texts'
import type { Security } from '@maru/contract'
import { Badge, Button, formatDateTime, toast } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askCode, type Channel, verifyCode } from '../../../protection/contact-codes.ts'
import { moneySiteQuery } from '../../../protection/money-site-query.ts'
import { securityQuery } from '../../../protection/security-query.ts'
import { SentCodeForm } from '../../../protection/sent-code-form.tsx'
import { useSentCode } from '../../../protection/use-sent-code.ts'
import { ContactForm } from './contact-form.tsx'
import { verifyTexts } from './verify-texts.ts'

interface Props {
  readonly channel: Channel
  readonly contact: Security['phone']
}

/** A number or address: its code while it is not verified, and another one in its place. */
export function ContactPanel({ channel, contact }: Props) {
  const t = useTexts(verifyTexts)
  const cache = useQueryClient()
  const [isChanging, setChanging] = useState(contact.value === null)
  const [given, setGiven] = useState({ value: '', password: '' })
  const code = useSentCode((key) =>
    askCode(channel, isChanging ? { key, certificateValue: given.value, password: given.password } : { key }),
  )
  const verify = async (secretCode: string) => {
    await verifyCode(channel, { key: code.key, secretCode })
    await cache.invalidateQueries(securityQuery)
    toast({ title: t('done') })
    code.renew()
    setChanging(false)
    setGiven({ value: '', password: '' })
  }
  const change = (changes: boolean) => {
    code.renew()
    setChanging(changes)
  }
  const isPhone = channel === 'phone'
  const hold = isPhone && contact.value !== null && <HoldNote />
  const isForm = isChanging && code.asked === null
  return (
    <section className="sec-v">
      <p className="note">{t(isPhone ? 'phoneWhy' : 'emailWhy')}</p>
      {contact.value !== null && !isChanging && (
        <div className="sec-own">
          <dl>
            <dt>{t(isPhone ? 'phoneValue' : 'emailValue')}</dt>
            <dd className="num">
              {contact.value} {contact.verifiedAt !== null && <Badge tone="ok">{t('verified')}</Badge>}
            </dd>
          </dl>
          <Button size={36} onClick={() => change(true)}>
            {t(isPhone ? 'changePhone' : 'changeEmail')}
          </Button>
        </div>
      )}
      {isForm && (
        <ContactForm channel={channel} given={given} onGiven={setGiven} code={code}>
          {hold}
        </ContactForm>
      )}
      {!isForm && (isChanging || contact.verifiedAt === null) && (
        <SentCodeForm
          code={code}
          to={isChanging ? given.value : (contact.value ?? '')}
          by={channel}
          action={t('confirm')}
          onCode={verify}
        />
      )}
      {isChanging && contact.value !== null && (
        <button type="button" className="link" onClick={() => change(false)}>
          {t('cancel')}
        </button>
      )}
    </section>
  )
}

/** Until when a change now holds withdrawals. */
function HoldNote() {
  const t = useTexts(verifyTexts)
  const { data: site } = useQuery(moneySiteQuery)
  const [now] = useState(() => Date.now())
  if (!site) return null
  return <p className="strip strip-warn">{t('hold', { time: formatDateTime(now + site.holds.changeSec * 1_000) })}</p>
}
