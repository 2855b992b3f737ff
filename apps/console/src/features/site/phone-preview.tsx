import { Badge, BrandMark, Icon } from '@maru/ui'
import type { CSSProperties } from 'react'
import { type Colours, coloursOf } from './colours.ts'

interface Props {
  name: string
  accent: string | null
  isDemo: boolean
}

/** Two phones as members would see them: nothing of it counts before it was agreed. */
export function PhonePreview({ accent, ...shown }: Props) {
  const colours = coloursOf(accent)
  return (
    <section className="panel">
      <header className="site-h">
        <h3>미리 보기</h3>
        <span className="sub">저장 전 · 이 화면에만</span>
      </header>
      <div className="site-phones" aria-hidden="true">
        <Phone theme="light" colours={colours.light} {...shown} />
        <Phone theme="dark" colours={colours.dark} {...shown} />
      </div>
    </section>
  )
}

interface PhoneProps extends Omit<Props, 'accent'> {
  theme: 'light' | 'dark'
  colours: Colours
}

function Phone({ theme, colours, name, isDemo }: PhoneProps) {
  const style = {
    '--accent': colours.accent,
    '--accent-text': colours.accentText,
    '--on-accent': colours.onAccent,
  } as CSSProperties
  return (
    <div className="site-phone" data-theme={theme} data-palette="kr" style={style}>
      <div className="head">
        <BrandMark />
        <b>{name}</b>
        <span className="sp" />
        {isDemo && <Badge tone="warn">모의투자</Badge>}
      </div>
      <small>총 보유자산</small>
      <p className="total num">41,225,180원</p>
      <div className="keys3">
        <span className="btn btn-primary">입금</span>
        <span className="btn">출금</span>
        <span className="btn">전환</span>
      </div>
      <div className="chips">
        <span className="chip on">1분</span>
        <span className="chip">2분</span>
        <span className="chip">5분</span>
      </div>
      <div className="gauge">
        <i />
      </div>
      <div className="keys2">
        <span className="btn btn-up">▲ 매수</span>
        <span className="btn btn-down">▼ 매도</span>
      </div>
      <div className="bottom">
        {(['trade', 'wallet', 'more'] as const).map((icon) => (
          <Icon key={icon} name={icon} />
        ))}
      </div>
    </div>
  )
}
