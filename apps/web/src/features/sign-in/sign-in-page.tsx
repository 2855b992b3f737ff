import './sign-in.css'
import { useTexts } from '@maru/client/i18n/texts'
import { BrandMark } from '@maru/ui'
import { useState } from 'react'
import { DemoBadge } from '../../shell/demo-badge.tsx'
import { LegalFooter } from '../../shell/legal-footer.tsx'
import { useSite } from '../../site/store.ts'
import { LivePrices } from './live-prices.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInTexts } from './texts.ts'

/** Login, and what the market does meanwhile. */
export default function SignInPage() {
  const t = useTexts(signInTexts)
  const site = useSite(({ site }) => site)
  const [asksCode, setAsksCode] = useState(false)
  return (
    <>
      <header className="top">
        <span className="brand">
          {site?.logoUrl ? <img src={site.logoUrl} alt="" width={28} height={28} /> : <BrandMark />}
          {site?.name ?? '마루'}
        </span>
        <DemoBadge />
      </header>
      <main id="main" className="sign-in">
        <h1>{t(asksCode ? 'codeHeadline' : 'headline')}</h1>
        <SignInForm asksCode={asksCode} onCodeAsked={setAsksCode} />
        {!asksCode && <LivePrices />}
      </main>
      <LegalFooter />
    </>
  )
}
