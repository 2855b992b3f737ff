import '../more.css'
import './security.css'
import { useTexts } from '@maru/client/i18n/texts'
import { toast } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LeadOn } from '../../../kit/lead-on.tsx'
import { securityQuery } from '../../../protection/security-query.ts'
import { type Enrolment, EnrolStep } from './enrol-step.tsx'
import { InstallStep } from './install-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityTexts } from './texts.ts'

const steps = ['stepInstall', 'stepEnrol', 'stepCodes'] as const

/** Enrolment of an authenticator app in three steps. */
export default function TotpPage() {
  const t = useTexts(securityTexts)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const security = useQuery(securityQuery)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (security.data?.totp.isOn && codes === null) return <LeadOn to="/more/security" />
  const now = codes !== null ? 2 : enrolment !== null ? 1 : 0
  const finish = async () => {
    await cache.invalidateQueries(securityQuery)
    toast({ title: t('doneToast') })
    await navigate('/more/security', { replace: true })
  }
  return (
    <main id="main" className="set">
      <ol className="steps sec-s">
        {steps.map((step, index) => (
          <li
            key={step}
            className={index < now ? 'done' : index === now ? 'now' : undefined}
            aria-current={index === now ? 'step' : undefined}
          >
            {t(step)}
          </li>
        ))}
      </ol>
      {codes !== null ? (
        <>
          <h2>{t('codesTitle')}</h2>
          <RecoveryCodes codes={codes} onDone={() => void finish()} />
        </>
      ) : enrolment !== null ? (
        <EnrolStep enrolment={enrolment} onDone={setCodes} onExpired={() => setEnrolment(null)} />
      ) : (
        <InstallStep onStarted={setEnrolment} />
      )}
    </main>
  )
}
