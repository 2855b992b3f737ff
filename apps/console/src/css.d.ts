declare module '*.css'
declare module '*.css?first'
declare module '*.css?common'
declare module '*.css?rest'
