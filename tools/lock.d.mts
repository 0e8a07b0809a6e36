export declare function holdLock(root: string, name: string): boolean
export declare function withLock<T>(root: string, name: string, work: () => T | Promise<T>): Promise<T>
export declare function identify(pid: number): string
export declare function isAlive(holder: string): boolean
