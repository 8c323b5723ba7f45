// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RequestHandler} from "./RequestHandler.sol";

/// @title PlaceBounty
/// @notice An example of a contract that acts on a proof: it holds money, and pays it to one prover once that prover was
/// verified near enough to a place, recently enough, by a draw that withstands enough challengers working together.
/// The chain keeps a hash of a result. Whoever claims brings the fields, and the hash shows that they are the recorded ones.
contract PlaceBounty {
    struct Terms {
        RequestHandler handler;
        address payable prover;
        /// Degrees times 10^18, as in the request.
        int256 latitude;
        int256 longitude;
        uint32 maxRadiusKm;
        uint32 minWithstands;
        uint64 maxAgeSeconds;
    }

    /// @notice What `trigpoint result <id>` prints.
    struct Result {
        address prover;
        uint8 outcome;
        uint32 radiusKm;
        uint32 withstands;
        uint64 endedAt;
        bytes32 transcriptHash;
    }

    /// @dev The coordinator's clock may be this far ahead of the chain's.
    uint64 private constant CLOCK_SECONDS = 15 minutes;
    uint8 private constant VERIFIED = 1;
    bytes32 private constant ATTRIBUTE = keccak256("pol-v1");

    Terms public terms;
    bool public isPaid;

    event Paid(uint256 indexed challengeId, address prover, uint256 amount);

    error AlreadyPaid();
    error NotRecorded(uint256 challengeId);
    error OtherResult(bytes32 recorded, bytes32 given);
    error OtherAttribute(string attributeId);
    error OtherProver(address prover);
    error OtherPlace(int256 latitude, int256 longitude);
    error NotVerified(uint8 outcome);
    error TooFar(uint32 radiusKm);
    error WithstandsTooFew(uint32 withstands);
    error TooOld(uint64 endedAt);
    error NotYet(uint64 endedAt);
    error PaymentFailed();

    constructor(Terms memory given) payable {
        terms = given;
    }

    /// @notice Pays the prover. Anyone may call it.
    function claim(uint256 challengeId, Result calldata result) external {
        if (isPaid) revert AlreadyPaid();
        Terms memory t = terms;
        RequestHandler.Challenge memory asked = t.handler.getChallenge(challengeId);
        if (asked.status != RequestHandler.Status.Completed) revert NotRecorded(challengeId);
        bytes32 given = keccak256(abi.encode(result));
        if (given != asked.resultHash) revert OtherResult(asked.resultHash, given);
        // For another attribute the same fields mean something else. A request about another place does not count.
        if (keccak256(bytes(asked.attributeId)) != ATTRIBUTE) revert OtherAttribute(asked.attributeId);
        (,,,,, int256 latitude, int256 longitude) =
            abi.decode(asked.info, (address, address, bool, uint256, uint256, int256, int256));
        if (latitude != t.latitude || longitude != t.longitude) revert OtherPlace(latitude, longitude);
        if (result.prover != t.prover) revert OtherProver(result.prover);
        if (result.outcome != VERIFIED) revert NotVerified(result.outcome);
        if (result.radiusKm > t.maxRadiusKm) revert TooFar(result.radiusKm);
        if (result.withstands < t.minWithstands) revert WithstandsTooFew(result.withstands);
        if (result.endedAt > block.timestamp + CLOCK_SECONDS) revert NotYet(result.endedAt);
        if (block.timestamp > uint256(result.endedAt) + t.maxAgeSeconds) revert TooOld(result.endedAt);
        isPaid = true;
        uint256 amount = address(this).balance;
        (bool sent,) = t.prover.call{value: amount}("");
        if (!sent) revert PaymentFailed();
        emit Paid(challengeId, t.prover, amount);
    }
}
