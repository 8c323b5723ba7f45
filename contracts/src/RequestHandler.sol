// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title RequestHandler
/// @notice Where a payer asks for challenges and where their outcomes are kept.
/// One request names one or more attributes (`pol-v1`, `pob-v1`); each becomes a challenge with an id of its own, from 1
/// upwards, never handed out twice. The coordinator records one outcome per challenge before it expires; after that anyone
/// may mark it as timed out. Nothing here holds value.
contract RequestHandler {
    enum Status {
        None,
        Submitted,
        Completed,
        TimedOut
    }

    /// @dev What the transcript says about the claim; the numbers are part of the interface.
    enum Outcome {
        None,
        Verified,
        Refuted,
        Inconclusive
    }

    /// @notice One challenge, as `getChallenge` shows it.
    struct Challenge {
        address requester;
        string attributeId;
        bytes info;
        uint256 requestId;
        uint256 submittedBlock;
        /// The last second (block timestamp) in which a result may be recorded.
        uint256 expiration;
        Status status;
        Outcome outcome;
        bytes32 resultHash;
    }

    /// @dev A challenge as it is stored, packed. Two words and the info are written with the request, the third word with the result.
    struct Stored {
        address requester;
        uint40 expiration;
        uint48 submittedBlock;
        Status status;
        uint32 attribute;
        uint64 requestId;
        Outcome outcome;
        bytes32 resultHash;
        bytes info;
    }

    /// @notice The coordinator's transparency log as it was last recorded: how many entries it had, when, and the root of their tree.
    struct LogRoot {
        uint64 size;
        uint40 recordedAt;
        bytes32 root;
    }

    /// @notice Longer infos are refused. pol-v1 and pob-v1 need seven words; pol-v2 needs more for a zone.
    uint256 public constant MAX_INFO_BYTES = 1024;

    address public owner;
    address public pendingOwner;
    address public coordinator;

    uint64 public lastRequestId;
    uint64 public lastChallengeId;
    bool public paused;

    /// @notice A log that does not continue this one has forked; every earlier root is in the events.
    LogRoot public logRoot;

    /// @dev Index 0 belongs to no attribute, so that 0 in `attributeIndex` means "never seen".
    string[] private attributes;
    mapping(bytes32 => uint32) private attributeIndex;
    mapping(uint32 => bool) private attributeEnabled;
    mapping(uint256 => Stored) private challenges;

    event RequestProcessed(uint256 indexed requestId, uint256[] newChallenges, string[] attributeIds);
    event ChallengeCompleted(uint256 indexed challengeId, Outcome outcome, bytes32 transcriptHash);
    event LogRootRecorded(uint64 size, bytes32 root);
    event ChallengeTimedOut(uint256 indexed challengeId);
    event AttributeSet(string attributeId, bool enabled);
    event CoordinatorChanged(address indexed previousCoordinator, address indexed newCoordinator);
    event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event PausedSet(bool paused);

    error NotOwner(address caller);
    error NotPendingOwner(address caller);
    error NotCoordinator(address caller);
    error RequestsPaused();
    error EmptyRequest();
    error LengthMismatch(uint256 attributeIds, uint256 challengeInfos);
    error UnknownAttribute(string attributeId);
    error EmptyAttribute();
    error InfoTooLong(uint256 index, uint256 length);
    error ZeroTimeout();
    error UnknownChallenge(uint256 challengeId);
    error AlreadyEnded(uint256 challengeId, Status status);
    error Expired(uint256 challengeId, uint256 expiration);
    error NotExpired(uint256 challengeId, uint256 expiration);
    error InvalidOutcome(uint8 outcome);
    error EmptyTranscriptHash();
    error LogNotNewer(uint64 size, uint64 recorded);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor(address firstCoordinator, string[] memory attributeIds) {
        owner = msg.sender;
        emit OwnershipTransferred(address(0), msg.sender);
        coordinator = firstCoordinator;
        emit CoordinatorChanged(address(0), firstCoordinator);
        attributes.push("");
        for (uint256 i = 0; i < attributeIds.length; i++) _setAttribute(attributeIds[i], true);
    }

    /// @notice Asks for one challenge per attribute.
    /// @param timeout Seconds from now within which a result may be recorded; very long ones are cut at the year 36812.
    function submitRequest(uint256 timeout, string[] calldata attributeIds, bytes[] calldata challengeInfos)
        external
        returns (uint256 requestId, uint256[] memory challengeIds)
    {
        if (paused) revert RequestsPaused();
        if (attributeIds.length == 0) revert EmptyRequest();
        if (attributeIds.length != challengeInfos.length) {
            revert LengthMismatch(attributeIds.length, challengeInfos.length);
        }
        if (timeout == 0) revert ZeroTimeout();
        uint256 longest = type(uint40).max - block.timestamp;
        uint40 expiration = uint40(block.timestamp + (timeout > longest ? longest : timeout));

        requestId = ++lastRequestId;
        uint256 challengeId = lastChallengeId;
        challengeIds = new uint256[](attributeIds.length);
        for (uint256 i = 0; i < attributeIds.length; i++) {
            if (challengeInfos[i].length > MAX_INFO_BYTES) revert InfoTooLong(i, challengeInfos[i].length);
            uint32 attribute = attributeIndex[keccak256(bytes(attributeIds[i]))];
            if (!attributeEnabled[attribute]) revert UnknownAttribute(attributeIds[i]);
            challengeIds[i] = ++challengeId;
            Stored storage challenge = challenges[challengeId];
            challenge.requester = msg.sender;
            challenge.expiration = expiration;
            challenge.submittedBlock = uint48(block.number);
            challenge.status = Status.Submitted;
            challenge.attribute = attribute;
            challenge.requestId = uint64(requestId);
            challenge.info = challengeInfos[i];
        }
        lastChallengeId = uint64(challengeId);
        emit RequestProcessed(requestId, challengeIds, attributeIds);
    }

    /// @notice One challenge. An id that was never handed out has status None and empty fields.
    function getChallenge(uint256 challengeId) external view returns (Challenge memory) {
        Stored storage s = challenges[challengeId];
        return Challenge({
            requester: s.requester,
            attributeId: attributes[s.attribute],
            info: s.info,
            requestId: s.requestId,
            submittedBlock: s.submittedBlock,
            expiration: s.expiration,
            status: s.status,
            outcome: s.outcome,
            resultHash: s.resultHash
        });
    }

    /// @notice Records the outcome of a challenge, and a hash of its result. It can be done once, and in time.
    /// @param transcriptHash keccak256 over the fields of the result, one of which is the hash of the transcript.
    function recordResult(uint256 challengeId, uint8 outcome, bytes32 transcriptHash) external {
        _record(challengeId, outcome, transcriptHash);
    }

    /// @notice Records a result, and the size and root of the coordinator's log. The log must have grown.
    function recordResultWithLogRoot(
        uint256 challengeId,
        uint8 outcome,
        bytes32 transcriptHash,
        uint64 logSize,
        bytes32 root
    ) external {
        _record(challengeId, outcome, transcriptHash);
        if (logSize <= logRoot.size) revert LogNotNewer(logSize, logRoot.size);
        logRoot = LogRoot({size: logSize, recordedAt: uint40(block.timestamp), root: root});
        emit LogRootRecorded(logSize, root);
    }

    /// @notice Marks a challenge that got no result in time. Anyone may call it.
    function claimTimeout(uint256 challengeId) external {
        Stored storage challenge = _pending(challengeId);
        if (block.timestamp <= challenge.expiration) revert NotExpired(challengeId, challenge.expiration);
        challenge.status = Status.TimedOut;
        emit ChallengeTimedOut(challengeId);
    }

    function isAttributeEnabled(string calldata attributeId) external view returns (bool) {
        return attributeEnabled[attributeIndex[keccak256(bytes(attributeId))]];
    }

    /// @notice Allows or stops new requests for an attribute. Challenges that exist are not touched.
    function setAttribute(string calldata attributeId, bool enabled) external onlyOwner {
        _setAttribute(attributeId, enabled);
    }

    function setCoordinator(address newCoordinator) external onlyOwner {
        emit CoordinatorChanged(coordinator, newCoordinator);
        coordinator = newCoordinator;
    }

    /// @notice Stops or resumes new requests. Results and time-outs go on.
    function setPaused(bool value) external onlyOwner {
        paused = value;
        emit PausedSet(value);
    }

    /// @notice Offers the ownership; it changes hands when the new owner accepts. The zero address withdraws the offer.
    function transferOwnership(address newOwner) external onlyOwner {
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(owner, newOwner);
    }

    function acceptOwnership() external {
        if (msg.sender != pendingOwner) revert NotPendingOwner(msg.sender);
        emit OwnershipTransferred(owner, msg.sender);
        owner = msg.sender;
        pendingOwner = address(0);
    }

    function _record(uint256 challengeId, uint8 outcome, bytes32 transcriptHash) private {
        if (msg.sender != coordinator) revert NotCoordinator(msg.sender);
        if (outcome == 0 || outcome > uint8(type(Outcome).max)) revert InvalidOutcome(outcome);
        if (transcriptHash == bytes32(0)) revert EmptyTranscriptHash();
        Stored storage challenge = _pending(challengeId);
        if (block.timestamp > challenge.expiration) revert Expired(challengeId, challenge.expiration);
        challenge.status = Status.Completed;
        challenge.outcome = Outcome(outcome);
        challenge.resultHash = transcriptHash;
        emit ChallengeCompleted(challengeId, Outcome(outcome), transcriptHash);
    }

    function _setAttribute(string memory attributeId, bool enabled) private {
        if (bytes(attributeId).length == 0) revert EmptyAttribute();
        bytes32 key = keccak256(bytes(attributeId));
        uint32 index = attributeIndex[key];
        if (index == 0) {
            index = uint32(attributes.length);
            attributes.push(attributeId);
            attributeIndex[key] = index;
        }
        attributeEnabled[index] = enabled;
        emit AttributeSet(attributeId, enabled);
    }

    function _pending(uint256 challengeId) private view returns (Stored storage challenge) {
        challenge = challenges[challengeId];
        if (challenge.status == Status.None) revert UnknownChallenge(challengeId);
        if (challenge.status != Status.Submitted) revert AlreadyEnded(challengeId, challenge.status);
    }
}
