// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice The smallest smart account, for tests: it stands by what its owner's key signed (ERC-1271).
contract SmartAccount {
    address private immutable owner;

    constructor(address first) {
        owner = first;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) revert("not 65 bytes");
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer == owner && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// @notice Puts accounts at addresses that are known before (ERC-6492).
contract SmartAccountFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new SmartAccount{salt: salt}(owner));
    }
}

/// @notice Answers every call with 1, which is not the value of ERC-1271. So it has not agreed to any signature.
contract AgreeableAccount {
    fallback() external {
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}
