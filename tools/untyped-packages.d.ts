declare module 'workerd' {
  /** The path of the platform's binary. */
  const path: string
  export default path
}
