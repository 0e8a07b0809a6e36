// What the Worker uses of Node: the platform's own crypto has no scrypt, and hashes no piece after piece.
declare module 'node:crypto' {
  export function scrypt(
    password: string,
    salt: string,
    length: number,
    options: { N: number; r: number; p: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void
  export function createHash(name: 'sha256'): {
    update(piece: Uint8Array): void
    digest(encoding: 'hex'): string
  }
}
