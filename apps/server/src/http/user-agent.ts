/** A short name of a browser and its system for the list of logged-in devices; of anything else the name that it gives itself. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return '–'
  const browser = first(userAgent, [
    [/SamsungBrowser/, 'Samsung Internet'],
    [/KAKAOTALK/i, 'KakaoTalk'],
    [/NAVER\(/i, 'NAVER'],
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/Whale\//, 'Whale'],
    [/OPR\//, 'Opera'],
    [/CriOS|Chrome\//, 'Chrome'],
    [/FxiOS|Firefox\//, 'Firefox'],
    [/Safari\//, 'Safari'],
  ])
  const system = first(userAgent, [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ])
  return [browser, system].filter((part) => part !== null).join(' · ') || (/^[\w.-]{1,30}/.exec(userAgent)?.[0] ?? '–')
}

const first = (text: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([form]) => form.test(text))?.[1] ?? null
