/** The ABI of contracts/src/RequestHandler.sol. Written by `npm run compile -w contracts`. */
export const requestHandlerAbi = [
  {
    inputs: [
      {
        internalType: 'address',
        name: 'firstCoordinator',
        type: 'address',
      },
      {
        internalType: 'string[]',
        name: 'attributeIds',
        type: 'string[]',
      },
    ],
    stateMutability: 'nonpayable',
    type: 'constructor',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
      {
        internalType: 'enum RequestHandler.Status',
        name: 'status',
        type: 'uint8',
      },
    ],
    name: 'AlreadyEnded',
    type: 'error',
  },
  {
    inputs: [],
    name: 'EmptyAttribute',
    type: 'error',
  },
  {
    inputs: [],
    name: 'EmptyRequest',
    type: 'error',
  },
  {
    inputs: [],
    name: 'EmptyTranscriptHash',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
      {
        internalType: 'uint256',
        name: 'expiration',
        type: 'uint256',
      },
    ],
    name: 'Expired',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'index',
        type: 'uint256',
      },
      {
        internalType: 'uint256',
        name: 'length',
        type: 'uint256',
      },
    ],
    name: 'InfoTooLong',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint8',
        name: 'outcome',
        type: 'uint8',
      },
    ],
    name: 'InvalidOutcome',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'attributeIds',
        type: 'uint256',
      },
      {
        internalType: 'uint256',
        name: 'challengeInfos',
        type: 'uint256',
      },
    ],
    name: 'LengthMismatch',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'caller',
        type: 'address',
      },
    ],
    name: 'NotCoordinator',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
      {
        internalType: 'uint256',
        name: 'expiration',
        type: 'uint256',
      },
    ],
    name: 'NotExpired',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'caller',
        type: 'address',
      },
    ],
    name: 'NotOwner',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'caller',
        type: 'address',
      },
    ],
    name: 'NotPendingOwner',
    type: 'error',
  },
  {
    inputs: [],
    name: 'RequestsPaused',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'string',
        name: 'attributeId',
        type: 'string',
      },
    ],
    name: 'UnknownAttribute',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
    ],
    name: 'UnknownChallenge',
    type: 'error',
  },
  {
    inputs: [],
    name: 'ZeroTimeout',
    type: 'error',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: false,
        internalType: 'string',
        name: 'attributeId',
        type: 'string',
      },
      {
        indexed: false,
        internalType: 'bool',
        name: 'enabled',
        type: 'bool',
      },
    ],
    name: 'AttributeSet',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
      {
        indexed: false,
        internalType: 'enum RequestHandler.Outcome',
        name: 'outcome',
        type: 'uint8',
      },
      {
        indexed: false,
        internalType: 'bytes32',
        name: 'transcriptHash',
        type: 'bytes32',
      },
    ],
    name: 'ChallengeCompleted',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
    ],
    name: 'ChallengeTimedOut',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'address',
        name: 'previousCoordinator',
        type: 'address',
      },
      {
        indexed: true,
        internalType: 'address',
        name: 'newCoordinator',
        type: 'address',
      },
    ],
    name: 'CoordinatorChanged',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'address',
        name: 'previousOwner',
        type: 'address',
      },
      {
        indexed: true,
        internalType: 'address',
        name: 'newOwner',
        type: 'address',
      },
    ],
    name: 'OwnershipTransferStarted',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'address',
        name: 'previousOwner',
        type: 'address',
      },
      {
        indexed: true,
        internalType: 'address',
        name: 'newOwner',
        type: 'address',
      },
    ],
    name: 'OwnershipTransferred',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: false,
        internalType: 'bool',
        name: 'paused',
        type: 'bool',
      },
    ],
    name: 'PausedSet',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'uint256',
        name: 'requestId',
        type: 'uint256',
      },
      {
        indexed: false,
        internalType: 'uint256[]',
        name: 'newChallenges',
        type: 'uint256[]',
      },
      {
        indexed: false,
        internalType: 'string[]',
        name: 'attributeIds',
        type: 'string[]',
      },
    ],
    name: 'RequestProcessed',
    type: 'event',
  },
  {
    inputs: [],
    name: 'MAX_INFO_BYTES',
    outputs: [
      {
        internalType: 'uint256',
        name: '',
        type: 'uint256',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [],
    name: 'acceptOwnership',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
    ],
    name: 'claimTimeout',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [],
    name: 'coordinator',
    outputs: [
      {
        internalType: 'address',
        name: '',
        type: 'address',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
    ],
    name: 'getChallenge',
    outputs: [
      {
        components: [
          {
            internalType: 'address',
            name: 'requester',
            type: 'address',
          },
          {
            internalType: 'string',
            name: 'attributeId',
            type: 'string',
          },
          {
            internalType: 'bytes',
            name: 'info',
            type: 'bytes',
          },
          {
            internalType: 'uint256',
            name: 'requestId',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'submittedBlock',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'expiration',
            type: 'uint256',
          },
          {
            internalType: 'enum RequestHandler.Status',
            name: 'status',
            type: 'uint8',
          },
          {
            internalType: 'enum RequestHandler.Outcome',
            name: 'outcome',
            type: 'uint8',
          },
          {
            internalType: 'bytes32',
            name: 'resultHash',
            type: 'bytes32',
          },
        ],
        internalType: 'struct RequestHandler.Challenge',
        name: '',
        type: 'tuple',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'string',
        name: 'attributeId',
        type: 'string',
      },
    ],
    name: 'isAttributeEnabled',
    outputs: [
      {
        internalType: 'bool',
        name: '',
        type: 'bool',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [],
    name: 'lastChallengeId',
    outputs: [
      {
        internalType: 'uint64',
        name: '',
        type: 'uint64',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [],
    name: 'lastRequestId',
    outputs: [
      {
        internalType: 'uint64',
        name: '',
        type: 'uint64',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [],
    name: 'owner',
    outputs: [
      {
        internalType: 'address',
        name: '',
        type: 'address',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [],
    name: 'paused',
    outputs: [
      {
        internalType: 'bool',
        name: '',
        type: 'bool',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [],
    name: 'pendingOwner',
    outputs: [
      {
        internalType: 'address',
        name: '',
        type: 'address',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'challengeId',
        type: 'uint256',
      },
      {
        internalType: 'uint8',
        name: 'outcome',
        type: 'uint8',
      },
      {
        internalType: 'bytes32',
        name: 'transcriptHash',
        type: 'bytes32',
      },
    ],
    name: 'recordResult',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'string',
        name: 'attributeId',
        type: 'string',
      },
      {
        internalType: 'bool',
        name: 'enabled',
        type: 'bool',
      },
    ],
    name: 'setAttribute',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'newCoordinator',
        type: 'address',
      },
    ],
    name: 'setCoordinator',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'bool',
        name: 'value',
        type: 'bool',
      },
    ],
    name: 'setPaused',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'timeout',
        type: 'uint256',
      },
      {
        internalType: 'string[]',
        name: 'attributeIds',
        type: 'string[]',
      },
      {
        internalType: 'bytes[]',
        name: 'challengeInfos',
        type: 'bytes[]',
      },
    ],
    name: 'submitRequest',
    outputs: [
      {
        internalType: 'uint256',
        name: 'requestId',
        type: 'uint256',
      },
      {
        internalType: 'uint256[]',
        name: 'challengeIds',
        type: 'uint256[]',
      },
    ],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'newOwner',
        type: 'address',
      },
    ],
    name: 'transferOwnership',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
] as const;
